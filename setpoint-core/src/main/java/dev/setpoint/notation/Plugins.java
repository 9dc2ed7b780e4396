package dev.setpoint.notation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/** Finds what other modules bring. */
public final class Plugins {
    private Plugins() {}

    /**
     * Every service of a type that is there: those of the thread's context class loader first, then those that only core's own knows. A
     * class that both have is taken once, from the first.
     *
     * @throws IllegalArgumentException if one is named that cannot be loaded; it says which, and its cause is the service loader's error
     */
    public static <S> List<S> load(Class<S> type) {
        try {
            return loaded(type);
        } catch (ServiceConfigurationError e) {
            String message = String.valueOf(e.getMessage()).replace(type.getName() + ": ", "");
            throw new IllegalArgumentException(
                    "plugin: " + message + " (expected: in META-INF/services/" + type.getName()
                            + ", one line per plugin with the name of a public class that is there and can be made)",
                    e);
        }
    }

    private static <S> List<S> loaded(Class<S> type) {
        Map<String, ServiceLoader.Provider<S>> found = new LinkedHashMap<>();
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        for (ClassLoader loader : new ClassLoader[] {context, Plugins.class.getClassLoader()}) {
            ServiceLoader.load(type, loader).stream()
                    .forEach(provider -> found.putIfAbsent(provider.type().getName(), provider));
        }
        return found.values().stream().map(ServiceLoader.Provider::get).toList();
    }

    /**
     * The settings of a name that core does not know. The caller finishes the notation.
     *
     * @param kind what is read
     * @param what the word for it in messages
     * @param notation its text
     * @param own the names that core knows
     * @throws IllegalArgumentException if no plugin has the name, two have it, or a plugin claims a name of core's
     */
    public static <T> T parse(Class<T> kind, String what, Notation notation, String... own) {
        return parse(kind, what, notation, List.of(own), List.of());
    }

    /**
     * The same where more names are known than are core's.
     *
     * @param elsewhere what else is listed where no plugin has the name; no plugin of this kind may claim these names either
     */
    public static <T> T parse(Class<T> kind, String what, Notation notation, List<String> own, List<String> elsewhere) {
        List<String> known = new ArrayList<>(own);
        known.addAll(elsewhere);
        Map<String, Plugin<?>> byName = byName(kind, what, known);
        Plugin<?> plugin = byName.get(notation.name());
        if (plugin == null) {
            known.addAll(byName.keySet());
            throw notation.unknownName(what, known.toArray(String[]::new));
        }
        return kind.cast(plugin.parse(notation));
    }

    /** The names of all plugins of this kind. */
    public static List<String> names(Class<?> kind) {
        return List.copyOf(byName(kind, "name", List.of()).keySet());
    }

    private static Map<String, Plugin<?>> byName(Class<?> kind, String what, List<String> own) {
        Map<String, Plugin<?>> byName = new LinkedHashMap<>();
        for (Plugin<?> plugin : load(Plugin.class)) {
            if (plugin.kind() == kind) {
                for (String name : plugin.names()) {
                    Plugin<?> other = byName.put(checked(name, plugin, what, own), plugin);
                    if (other != null && other != plugin) {
                        throw new IllegalArgumentException(what + ": '" + name + "' of the plugins "
                                + other.getClass().getName() + " and "
                                + plugin.getClass().getName() + " (expected: of one of them)");
                    }
                }
            }
        }
        return byName;
    }

    private static String checked(String name, Plugin<?> plugin, String what, List<String> own) {
        if (own.contains(name)) {
            throw new IllegalArgumentException(what + ": '" + name + "' of the plugin "
                    + plugin.getClass().getName() + " (expected: a name that is not taken)");
        }
        if (!Notation.isName(name)) {
            throw new IllegalArgumentException(what + ": '" + name + "' of the plugin "
                    + plugin.getClass().getName() + " (expected: a name of lower-case letters, digits and hyphens)");
        }
        return name;
    }
}
