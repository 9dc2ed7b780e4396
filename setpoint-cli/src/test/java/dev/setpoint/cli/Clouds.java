package dev.setpoint.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;

/** A small labelled stream for experiments in tests: three overlapping clouds in the plane. */
public final class Clouds {
    private Clouds() {}

    /** Writes {@code rows.csv} with columns class, x and y. */
    public static void write(Path folder, int count) throws IOException {
        Random random = new Random(1);
        StringBuilder rows = new StringBuilder("class,x,y\n");
        for (int i = 0; i < count; i++) {
            int label = random.nextInt(3);
            rows.append("c").append(label).append(',');
            rows.append(label + random.nextGaussian() / 3).append(',');
            rows.append(label * label + random.nextGaussian() / 3).append('\n');
        }
        Files.writeString(folder.resolve("rows.csv"), rows);
    }
}
