package dev.setpoint.feature;

import dev.setpoint.argument.Argument;
import dev.setpoint.notation.Excerpt;
import dev.setpoint.notation.Plugins;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;

/** Opens text encoders; lives in another module, found by {@link ServiceLoader}, whose engine core does not know. */
public interface TextEncoderPlugin {
    /** The names of the encoders that are this plugin's. */
    List<String> names();

    /**
     * Opens an encoder.
     *
     * @param name one of {@link #names}
     * @param threads how many to compute with, at least 1
     * @throws IllegalArgumentException if the name is another or the number is out of range
     * @throws IllegalStateException if it cannot be used on this machine; the message says why in one sentence
     */
    TextEncoder open(String name, int threads);

    /**
     * The plugin on the class path that has an encoder of this name, looked for as {@link Plugins#load} does.
     *
     * @throws IllegalStateException if there is no plugin
     * @throws IllegalArgumentException if there are plugins, but none has this name
     */
    static TextEncoderPlugin find(String name) {
        Argument.given("name", name);
        List<String> known = new ArrayList<>();
        for (TextEncoderPlugin plugin : Plugins.load(TextEncoderPlugin.class)) {
            if (plugin.names().contains(name)) {
                return plugin;
            }
            known.addAll(plugin.names());
        }
        if (known.isEmpty()) {
            throw new IllegalStateException("text encoder: " + Excerpt.of(name)
                    + ": none on the class path (expected: the module setpoint-text)");
        }
        throw new IllegalArgumentException(
                "text encoder: " + Excerpt.of(name) + " (expected: " + String.join(" or ", known) + ")");
    }
}
