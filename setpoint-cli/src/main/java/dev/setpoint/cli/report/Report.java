package dev.setpoint.cli.report;

public final class Report {
    public static void write(java.nio.file.Path p) throws java.io.IOException {}
}
