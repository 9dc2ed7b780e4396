package dev.setpoint.text;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import ai.onnxruntime.OrtSession;
import ai.onnxruntime.TensorInfo;
import dev.setpoint.feature.TextEncoder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A BERT network in the ONNX format: the mean of its last layer over the tokens of a text, scaled to length 1 (Reimers &amp;
 * Gurevych 2019).
 *
 * <p>Texts go through one at a time. A network with weights of eight bits scales what flows through it by the extremes of all
 * that is computed together, so in company, or padded to a common length, a text would have another vector.
 */
final class SentenceEncoder implements TextEncoder {
    /** To be raised when the same files would give other vectors, so that what was kept is not taken for them. */
    private static final byte REVISION = 1;

    private static final String OUTPUT = "last_hidden_state";

    private final OrtEnvironment environment;
    private final OrtSession session;
    private final WordPieces words;
    private final String checksum;
    private final int dimension;
    private final LongBuffer tokens;
    private final LongBuffer mask;
    private final LongBuffer segments;
    private final FloatBuffer states;
    private final float[] state;
    private final double[] sum;
    private boolean closed;

    SentenceEncoder(byte[] network, byte[] vocabulary, int threads) {
        Vocabulary read = Vocabulary.parse(vocabulary);
        words = new WordPieces(read);
        checksum = checksum(vocabulary, network);
        tokens = longs(read.mostTokens());
        mask = longs(read.mostTokens());
        segments = longs(read.mostTokens()); // all of a text is its first segment, 0
        for (int i = 0; i < read.mostTokens(); i++) {
            mask.put(i, 1);
        }
        environment = environment();
        session = open(environment, network, threads);
        try {
            dimension = probe();
            states = bytes((long) read.mostTokens() * dimension * Float.BYTES).asFloatBuffer();
            state = new float[dimension];
            sum = new double[dimension];
        } catch (OrtException e) {
            release(session);
            throw new IllegalArgumentException("network: " + oneLine(e) + " (expected: a BERT network)", e);
        } catch (RuntimeException | Error e) {
            release(session);
            throw e;
        }
    }

    /** The engine, or a sentence that says that there is none for this machine; which of these it throws depends on what is missing. */
    private static OrtEnvironment environment() {
        try {
            // What the engine would log is in its exceptions, too.
            return OrtEnvironment.getEnvironment(OrtLoggingLevel.ORT_LOGGING_LEVEL_FATAL, "setpoint");
        } catch (LinkageError | RuntimeException e) {
            throw new IllegalStateException(
                    "text encoder: ONNX Runtime cannot be loaded on " + System.getProperty("os.name") + ", "
                            + System.getProperty("os.arch")
                            + " (expected: Linux or macOS or Windows on x86-64 or 64-bit ARM)",
                    e);
        }
    }

    private static OrtSession open(OrtEnvironment environment, byte[] network, int threads) {
        try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
            environment.setTelemetry(false);
            options.setSessionLogLevel(OrtLoggingLevel.ORT_LOGGING_LEVEL_FATAL);
            options.setOptimizationLevel(OrtSession.SessionOptions.OptLevel.ALL_OPT);
            options.setIntraOpNumThreads(threads);
            options.setInterOpNumThreads(1);
            // Waiting threads sleep: the machine may have other work.
            options.addConfigEntry("session.intra_op.allow_spinning", "0");
            return environment.createSession(network, options);
        } catch (OrtException e) {
            throw new IllegalArgumentException(
                    "network: " + oneLine(e) + " (expected: the bytes of an ONNX network)", e);
        }
    }

    /** Sends the empty text through, to see how wide the last layer is. */
    private int probe() throws OrtException {
        int count = fill("");
        try (Inputs in = new Inputs(count);
                OrtSession.Result result = session.run(in.byName(), Set.of(OUTPUT))) {
            long[] shape = ((TensorInfo) result.get(0).getInfo()).getShape();
            if (shape.length != 3 || shape[1] != count || shape[2] < 1 || shape[2] > 1 << 16) {
                throw new IllegalArgumentException("network: output " + OUTPUT + " of " + shape.length
                        + " axes (expected: texts, tokens, dimension)");
            }
            return (int) shape[2];
        }
    }

    @Override
    public int dimension() {
        return dimension;
    }

    @Override
    public String checksum() {
        return checksum;
    }

    @Override
    public void encodeInto(List<String> texts, float[] into) {
        check(texts, into);
        for (int i = 0; i < texts.size(); i++) {
            int count = fill(texts.get(i));
            states.clear().limit(count * dimension);
            long[] shape = {1, count, dimension};
            try (Inputs in = new Inputs(count);
                    OnnxTensor out = OnnxTensor.createTensor(environment, states, shape)) {
                session.run(in.byName(), Map.of(OUTPUT, out)).close(); // the result is in our own buffer
            } catch (OrtException e) {
                throw new IllegalStateException("network: " + oneLine(e), e);
            }
            poolInto(count, into, i * dimension);
        }
    }

    private void check(List<String> texts, float[] into) {
        if (closed) {
            throw new IllegalStateException("text encoder: closed (expected: open)");
        }
        for (int i = 0; i < texts.size(); i++) {
            if (texts.get(i) == null) {
                throw new IllegalArgumentException("texts[" + i + "]: null (expected: a text, perhaps an empty one)");
            }
        }
        if (into.length < (long) texts.size() * dimension) {
            throw new IllegalArgumentException(
                    "into: " + into.length + " values (expected: >= " + texts.size() + " x " + dimension + ")");
        }
    }

    private int fill(String text) {
        int count = words.read(text);
        tokens.clear().put(words.tokens(), 0, count).flip();
        mask.clear().limit(count);
        segments.clear().limit(count);
        return count;
    }

    private void poolInto(int count, float[] into, int offset) {
        Arrays.fill(sum, 0);
        for (int token = 0; token < count; token++) {
            states.get(token * dimension, state);
            for (int j = 0; j < dimension; j++) {
                sum[j] += state[j];
            }
        }
        double squares = 0;
        for (double one : sum) {
            squares += one * one;
        }
        double length = Math.sqrt(squares); // of the sum; dividing by the number of tokens first would change nothing
        for (int j = 0; j < dimension; j++) {
            into[offset + j] = (float) (sum[j] / length);
        }
    }

    /** The tensors of one text, over buffers that are used again. */
    private final class Inputs implements AutoCloseable {
        private final OnnxTensor[] tensors = new OnnxTensor[3];

        Inputs(int count) throws OrtException {
            long[] shape = {1, count};
            LongBuffer[] buffers = {tokens, mask, segments};
            try {
                for (int i = 0; i < tensors.length; i++) {
                    tensors[i] = OnnxTensor.createTensor(environment, buffers[i], shape);
                }
            } catch (OrtException | RuntimeException e) {
                close();
                throw e;
            }
        }

        Map<String, OnnxTensor> byName() {
            return Map.of("input_ids", tensors[0], "attention_mask", tensors[1], "token_type_ids", tensors[2]);
        }

        @Override
        public void close() {
            for (OnnxTensor tensor : tensors) {
                if (tensor != null) {
                    tensor.close();
                }
            }
        }
    }

    private static String checksum(byte[] vocabulary, byte[] network) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(REVISION);
            digest.update(vocabulary);
            digest.update(network);
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("SHA-256: missing (expected: on every Java platform)", impossible);
        }
    }

    private static LongBuffer longs(int size) {
        return bytes((long) size * Long.BYTES).asLongBuffer();
    }

    private static ByteBuffer bytes(long size) {
        return ByteBuffer.allocateDirect(Math.toIntExact(size)).order(ByteOrder.nativeOrder());
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            release(session);
        }
    }

    private static void release(OrtSession session) {
        try {
            session.close();
        } catch (OrtException e) {
            throw new IllegalStateException("network: " + oneLine(e), e);
        }
    }

    private static String oneLine(OrtException e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("refused");
    }
}
