package dev.setpoint.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;

/** Plugins that the context class loader of this thread offers, beside those of all tests, until it is closed. */
public final class OfferedPlugins implements AutoCloseable {
    private static final String SERVICE = "META-INF/services/dev.setpoint.notation.Plugin";

    private final ClassLoader before = Thread.currentThread().getContextClassLoader();

    private OfferedPlugins() {}

    /** These plugins. */
    public static OfferedPlugins of(Path folder, Class<?>... plugins) {
        return of(folder, Arrays.stream(plugins).map(Class::getName).toArray(String[]::new));
    }

    /** What these lines of a file of services name. */
    public static OfferedPlugins of(Path folder, String... lines) {
        Path services = folder.resolve("services");
        try {
            Files.write(services, List.of(lines));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        OfferedPlugins offered = new OfferedPlugins();
        Thread.currentThread().setContextClassLoader(new ClassLoader(offered.before) {
            @Override
            protected Enumeration<URL> findResources(String name) throws IOException {
                return name.equals(SERVICE)
                        ? Collections.enumeration(List.of(services.toUri().toURL()))
                        : Collections.emptyEnumeration();
            }
        });
        return offered;
    }

    @Override
    public void close() {
        Thread.currentThread().setContextClassLoader(before);
    }
}
