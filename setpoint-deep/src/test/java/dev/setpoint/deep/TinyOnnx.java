package dev.setpoint.deep;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Networks of a few bytes in the ONNX format, written field by field (onnx.proto gives the numbers of fields). */
final class TinyOnnx {
    static final int FLOAT = 1;
    static final int DOUBLE = 11;
    private static final int FREE = -1;

    private final ByteArrayOutputStream graph = new ByteArrayOutputStream();

    /** All pixels as they enter, {@code [n, channels * side * side]}. */
    static byte[] pixels() {
        return new TinyOnnx()
                .input("rgb", FLOAT, FREE, 3, FREE, FREE)
                .node("Flatten", "rgb", "features")
                .output("features", FLOAT, FREE, FREE)
                .bytes();
    }

    /** The mean of each channel, {@code [n, channels]}, and before it a second output, twice as large. */
    static byte[] means() {
        return new TinyOnnx()
                .input("x", FLOAT, FREE, 3, FREE, FREE)
                .node("GlobalAveragePool", "x", "pooled")
                .node("Flatten", "pooled", "features")
                .sum("features", "features", "logits")
                .output("logits", FLOAT, FREE, 3)
                .output("features", FLOAT, FREE, 3)
                .bytes();
    }

    TinyOnnx input(String name, int type, long... shape) {
        put(graph, 11, value(name, type, shape));
        return this;
    }

    TinyOnnx output(String name, int type, long... shape) {
        put(graph, 12, value(name, type, shape));
        return this;
    }

    TinyOnnx node(String operation, String input, String output) {
        ByteArrayOutputStream node = new ByteArrayOutputStream();
        put(node, 1, input);
        put(node, 2, output);
        put(node, 4, operation);
        put(graph, 1, node.toByteArray());
        return this;
    }

    TinyOnnx sum(String left, String right, String output) {
        ByteArrayOutputStream node = new ByteArrayOutputStream();
        put(node, 1, left);
        put(node, 1, right);
        put(node, 2, output);
        put(node, 4, "Add");
        put(graph, 1, node.toByteArray());
        return this;
    }

    byte[] bytes() {
        put(graph, 2, "tiny");
        ByteArrayOutputStream operators = new ByteArrayOutputStream();
        put(operators, 2, 13); // version of the standard operators
        ByteArrayOutputStream model = new ByteArrayOutputStream();
        put(model, 1, 7); // version of the format
        put(model, 7, graph.toByteArray());
        put(model, 8, operators.toByteArray());
        return model.toByteArray();
    }

    private static byte[] value(String name, int type, long... shape) {
        ByteArrayOutputStream sizes = new ByteArrayOutputStream();
        for (int axis = 0; axis < shape.length; axis++) {
            ByteArrayOutputStream size = new ByteArrayOutputStream();
            if (shape[axis] == FREE) {
                put(size, 2, name + axis);
            } else {
                put(size, 1, shape[axis]);
            }
            put(sizes, 1, size.toByteArray());
        }
        ByteArrayOutputStream tensor = new ByteArrayOutputStream();
        put(tensor, 1, type);
        put(tensor, 2, sizes.toByteArray());
        ByteArrayOutputStream anyType = new ByteArrayOutputStream();
        put(anyType, 1, tensor.toByteArray());
        ByteArrayOutputStream value = new ByteArrayOutputStream();
        put(value, 1, name);
        put(value, 2, anyType.toByteArray());
        return value.toByteArray();
    }

    private static void put(ByteArrayOutputStream out, int field, long value) {
        varint(out, field << 3);
        varint(out, value);
    }

    private static void put(ByteArrayOutputStream out, int field, String text) {
        put(out, field, text.getBytes(StandardCharsets.UTF_8));
    }

    private static void put(ByteArrayOutputStream out, int field, byte[] bytes) {
        varint(out, (field << 3) | 2);
        varint(out, bytes.length);
        out.writeBytes(bytes);
    }

    private static void varint(ByteArrayOutputStream out, long value) {
        long rest = value;
        while (rest > 0x7F) {
            out.write((int) ((rest & 0x7F) | 0x80));
            rest >>>= 7;
        }
        out.write((int) rest);
    }
}
