package dev.setpoint.cli.draw;

import java.awt.AWTError;
import java.io.IOException;
import java.util.function.Consumer;

/**
 * A picture that can be drawn on any canvas. As SVG it has the same bytes on every machine, as PNG the letters of the
 * machine's fonts.
 *
 * @param id keeps the inner names of its SVG apart from those of others on the same page
 * @param title what it is called, for those who cannot see it
 * @param description what it shows, for those who cannot see it
 * @param width in pixels
 * @param height in pixels
 * @param strokes draws it
 */
record Drawing(String id, String title, String description, int width, int height, Consumer<Canvas> strokes) {
    String svg() {
        SvgCanvas canvas = new SvgCanvas(id, title, description, width, height);
        strokes.accept(canvas);
        return canvas.svg();
    }

    /**
     * Twice as many pixels wide and high as the SVG.
     *
     * @throws IOException if this Java cannot draw: it lacks the libraries for it, or the machine has no fonts
     */
    byte[] png() throws IOException {
        try {
            PngCanvas canvas = new PngCanvas(width, height);
            strokes.accept(canvas);
            return canvas.png();
        } catch (RuntimeException | LinkageError | InternalError | AWTError e) {
            // What is thrown without fonts differs between releases of Java; none of it is a mistake of the picture,
            // whose SVG is drawn by the same code.
            throw new IOException("this Java cannot draw pictures here (" + reason(e) + ")", e);
        }
    }

    private static String reason(Throwable thrown) {
        Throwable cause = thrown;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause.getMessage() == null ? cause.toString() : cause.getMessage();
    }
}
