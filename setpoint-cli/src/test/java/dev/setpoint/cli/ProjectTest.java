package dev.setpoint.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds the project's files together and no compiler looks at. */
class ProjectTest {
    /** Where a link leads, without what follows a # in it. */
    private static final String LINK = "]\\(([^)#\\s]+)(?:#[^)]*)?\\)";

    /** Folders whose pages are not ours, or not kept. */
    private static final Set<String> ELSEWHERE = Set.of("target", "out");

    static Stream<String> modules() throws IOException {
        return all("<module>(.*?)</module>", pom("")).stream();
    }

    @Test
    void billOfMaterialsListsWhatIsPublishedAndNothingElse() throws IOException {
        List<String> published = new ArrayList<>();
        for (String module : modules().toList()) {
            if (!module.equals("setpoint-bom")
                    && !pom(module).contains("<maven.deploy.skip>true</maven.deploy.skip>")) {
                published.add(module);
            }
        }

        String bom = pom("setpoint-bom");
        String listed = bom.substring(bom.indexOf("<dependencyManagement>"), bom.indexOf("</dependencyManagement>"));

        assertThat(published).contains("setpoint-core").doesNotContain("setpoint-bench");
        assertThat(all("<artifactId>(.*?)</artifactId>", listed)).containsExactlyElementsOf(published);
    }

    @ParameterizedTest
    @MethodSource("modules")
    void moduleSaysWhatItIs(String module) throws IOException {
        String pom = pom(module);

        assertThat(first("<version>(.*?)</version>", pom)).isEqualTo(first("<version>(.*?)</version>", pom("")));
        assertThat(first("<name>(.*?)</name>", pom)).startsWith("Setpoint ");
        assertThat(first("<description>(.*?)</description>", pom)).isNotBlank();
        if (!module.equals("setpoint-bom")) { // which has no jar
            assertThat(first("<setpoint.module>(.*?)</setpoint.module>", pom)).startsWith("dev.setpoint.");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"examples/routing", "examples/own-model"})
    void exampleUsesThisVersion(String example) throws IOException {
        assertThat(all("<artifactId>setpoint-core</artifactId>\\s*<version>(.*?)</version>", pom(example)))
                .containsExactly(first("<version>(.*?)</version>", pom("")));
    }

    @Test
    void everyLinkBetweenPagesLeadsSomewhere() throws IOException {
        List<Path> pages = pages();
        List<String> broken = new ArrayList<>();
        for (Path page : pages) {
            for (String target : all(LINK, Files.readString(page))) {
                if (!target.contains("://") && !Files.exists(page.resolveSibling(target))) {
                    broken.add(Cli.ROOT.relativize(page) + ": " + target);
                }
            }
        }

        assertThat(pages).contains(Cli.ROOT.resolve("README.md"), Cli.ROOT.resolve("docs/results/paper/README.md"));
        assertThat(broken).isEmpty();
    }

    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>();
        Files.walkFileTree(Cli.ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                String name = folder.getFileName().toString();
                boolean ours = folder.equals(Cli.ROOT) || (!name.startsWith(".") && !ELSEWHERE.contains(name));
                return ours ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (file.toString().endsWith(".md")) {
                    pages.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return pages;
    }

    private static String pom(String module) throws IOException {
        return Files.readString(Cli.ROOT.resolve(module).resolve("pom.xml"));
    }

    private static String first(String pattern, String text) {
        return all(pattern, text).get(0);
    }

    private static List<String> all(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(result -> result.group(1))
                .toList();
    }
}
