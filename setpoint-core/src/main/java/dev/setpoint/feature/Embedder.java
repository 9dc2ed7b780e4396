package dev.setpoint.feature;

/** A frozen network that turns images into features. Not thread-safe; holds native memory until closed. */
public interface Embedder extends AutoCloseable {
    /** How many features an image has. */
    int dimension();

    /**
     * Writes the features of the first {@code count} images, one after the other.
     *
     * @param images values in [0, 1]; each image is {@code channels} planes of {@code side * side}, row by row
     * @param side of the images as given; the embedder enlarges them to what its network reads
     * @param into receives {@code count * dimension()} values
     */
    void embedInto(float[] images, int count, int channels, int side, float[] into);

    @Override
    void close();
}
