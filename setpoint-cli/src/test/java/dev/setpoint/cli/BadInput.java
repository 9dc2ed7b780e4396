package dev.setpoint.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One entry of {@code bad-inputs.txt}, whose first lines explain how it is written.
 *
 * @param theme the heading it stands under
 * @param line its line in the list
 * @param core whether it is among the few that are tried with every build
 * @param exit the exit code that it must have
 * @param input what is wrong, as it is written in the list
 * @param fragment what the sentence must contain
 * @param command the command line, with {@code {}} where the input goes
 * @param files the contents of files by name, with {@code {}} where the input goes
 */
record BadInput(
        String theme,
        int line,
        boolean core,
        int exit,
        String input,
        String fragment,
        String command,
        Map<String, String> files) {
    private static final Pattern ENTRY = Pattern.compile("(\\*?)([12]) (.*?) => (.+)");
    private static final Pattern FILE = Pattern.compile("> ([^:]+): ?(.*)");
    private static final Pattern REPEATED = Pattern.compile("<<(\\d+)\\*(.*?)>>");
    private static final Pattern WORD = Pattern.compile("'([^']*)'|\\S+");

    /** The whole list. */
    static List<BadInput> all() {
        try {
            return read(Files.readAllLines(Path.of("src/test/resources/dev/setpoint/cli/bad-inputs.txt")));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static List<BadInput> read(List<String> lines) {
        List<BadInput> all = new ArrayList<>();
        String theme = "";
        String command = "";
        Map<String, String> files = new LinkedHashMap<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            Matcher entry = ENTRY.matcher(line);
            Matcher file = FILE.matcher(line);
            if (line.startsWith("== ")) {
                theme = line.substring(3);
                files.clear();
            } else if (line.startsWith("$ ")) {
                command = line.substring(2);
            } else if (file.matches()) {
                files.put(file.group(1), file.group(2));
            } else if (entry.matches()) {
                all.add(new BadInput(
                        theme,
                        i + 1,
                        !entry.group(1).isEmpty(),
                        Integer.parseInt(entry.group(2)),
                        entry.group(3),
                        entry.group(4),
                        command,
                        Map.copyOf(files)));
            } else if (!line.isBlank() && !line.startsWith("#")) {
                throw new IllegalArgumentException("bad-inputs.txt line " + (i + 1) + ": " + line);
            }
        }
        return all;
    }

    /** Writes the files of this entry. */
    void writeInto(Path folder) throws IOException {
        for (Map.Entry<String, String> file : files.entrySet()) {
            Path path = folder.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.write(path, bytes(file.getValue().replace("{}", input)));
        }
    }

    /** The command line; words that begin with {@code ./} are files in the folder. */
    Object[] arguments(Path folder) {
        List<String> words = new ArrayList<>();
        boolean isWholeCommand = command.equals("{}");
        Matcher word = WORD.matcher(isWholeCommand ? input : command);
        while (word.find()) {
            String text = word.group(1) == null ? word.group() : word.group(1);
            String filled = isWholeCommand ? text : text.replace("{}", input);
            String unescaped = new String(bytes(filled), StandardCharsets.UTF_8);
            words.add(unescaped.replaceFirst("^(|--[a-z-]+=)\\./", "$1" + Matcher.quoteReplacement(folder + "/")));
        }
        return words.toArray();
    }

    private static byte[] bytes(String written) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Matcher repeated = REPEATED.matcher(written);
        int from = 0;
        while (repeated.find()) {
            unescape(written.substring(from, repeated.start()), out);
            ByteArrayOutputStream one = new ByteArrayOutputStream();
            unescape(repeated.group(2), one);
            byte[] bytes = one.toByteArray();
            for (int i = Integer.parseInt(repeated.group(1)); i > 0; i--) {
                out.writeBytes(bytes);
            }
            from = repeated.end();
        }
        unescape(written.substring(from), out);
        return out.toByteArray();
    }

    private static void unescape(String text, ByteArrayOutputStream out) {
        int from = 0;
        for (int i = text.indexOf('\\'); i >= 0; i = text.indexOf('\\', from)) {
            out.writeBytes(text.substring(from, i).getBytes(StandardCharsets.UTF_8));
            char c = text.charAt(i + 1);
            from = i + 2;
            switch (c) {
                case 'n' -> out.write('\n');
                case 'r' -> out.write('\r');
                case 't' -> out.write('\t');
                case 'e' -> out.write(0x1b);
                case 'x' -> {
                    out.write(Integer.parseInt(text.substring(i + 2, i + 4), 16));
                    from = i + 4;
                }
                default -> out.write(c);
            }
        }
        out.writeBytes(text.substring(from).getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String toString() {
        return "line " + line + ", " + theme + ": " + (input.length() > 100 ? input.substring(0, 100) + "..." : input);
    }
}
