package dev.setpoint.model;

import dev.setpoint.notation.Notation;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;

/** Models from another module, found by {@link ServiceLoader}: networks, for example, whose engine core does not know. */
public interface ModelPlugin {
    /** The names in {@link Notation} that are this plugin's. */
    List<String> names();

    /**
     * The settings that a notation with one of these names describes.
     *
     * @param notation without its keys {@code dimension} and {@code clip}, which are read already
     * @param dimension of the queries
     * @param clip to which logits are cut
     * @throws IllegalArgumentException if a value is out of range
     */
    ModelSettings parse(Notation notation, int dimension, double clip);

    /** The settings of a name that core does not know; the caller finishes the notation. */
    static ModelSettings parseOther(Notation notation, int dimension, double clip) {
        List<String> known = new ArrayList<>(List.of("softmax-regression", "mlp"));
        boolean isAlone = true;
        for (ModelPlugin plugin : ServiceLoader.load(ModelPlugin.class)) {
            if (plugin.names().contains(notation.name())) {
                return plugin.parse(notation, dimension, clip);
            }
            known.addAll(plugin.names());
            isAlone = false;
        }
        if (isAlone) {
            known.add("or a network of the module setpoint-deep");
        }
        throw notation.unknownName("model", known.toArray(String[]::new));
    }
}
