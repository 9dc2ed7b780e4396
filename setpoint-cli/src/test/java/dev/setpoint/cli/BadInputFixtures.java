package dev.setpoint.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;

/** The files that every entry of {@code bad-inputs.txt} finds in its folder; all of them are good but those in {@code broken}. */
final class BadInputFixtures {
    private BadInputFixtures() {}

    static void write(Path folder) throws IOException {
        StringBuilder tickets = new StringBuilder("message,channel,team\n");
        StringBuilder numbers = new StringBuilder("x,y,label\n");
        StringBuilder log = new StringBuilder();
        String[] teams = {"billing", "travel", "home"};
        for (int i = 0; i < 30; i++) {
            String team = teams[i % 3];
            tickets.append("a question on ")
                    .append(team)
                    .append(" number ")
                    .append(i)
                    .append(",mail,")
                    .append(team);
            tickets.append('\n');
            numbers.append(i % 3).append(',').append(i).append(',').append(team).append('\n');
            log.append("{\"p\":[0.5,0.3,0.2],\"arm\":0,\"propensity\":0.5,\"correct\":")
                    .append(i % 2 == 0)
                    .append("}\n");
        }
        Files.writeString(folder.resolve("tickets.csv"), tickets);
        Files.writeString(folder.resolve("numbers.csv"), numbers);
        Files.writeString(folder.resolve("log.jsonl"), log);
        Files.writeString(
                folder.resolve("good.yaml"),
                "data: {format: csv, files: numbers.csv, label: label}\nqueries: 30\nseeds: 2\ncheckpoints: 5\n");
        Path broken = Files.createDirectory(folder.resolve("broken"));
        Files.write(broken.resolve("half.csv.gz"), half(numbers.toString()));
        Files.write(broken.resolve("half.jsonl.gz"), half(log.toString()));
        Files.write(broken.resolve("header.gz"), new byte[] {0x1f, (byte) 0x8b});
        Files.write(broken.resolve("damaged.csv.gz"), damaged(numbers.toString()));
        Files.write(broken.resolve("damaged.jsonl.gz"), damaged(log.toString()));
        Cli.run("run", folder.resolve("good.yaml"), "--out", folder.resolve("run"))
                .succeeded();
        Cli.run("replay", folder.resolve("log.jsonl"), "--state-out", folder.resolve("state"))
                .succeeded();
        byte[] state = Files.readAllBytes(folder.resolve("state"));
        Files.write(broken.resolve("half.state"), Arrays.copyOf(state, state.length / 2));
    }

    private static byte[] half(String text) throws IOException {
        byte[] whole = gzip(text);
        return Arrays.copyOf(whole, whole.length / 2);
    }

    private static byte[] damaged(String text) throws IOException {
        byte[] bytes = gzip(text);
        bytes[bytes.length / 2] ^= 0x55;
        bytes[bytes.length / 2 + 1] ^= 0x55;
        return bytes;
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }
}
