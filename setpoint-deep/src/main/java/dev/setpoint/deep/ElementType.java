package dev.setpoint.deep;

import java.nio.ByteBuffer;

/** How one number of a stored tensor is laid out, always with its lowest byte first. */
enum ElementType {
    /** IEEE 754 half precision. */
    F16(2) {
        @Override
        float decode(ByteBuffer bytes, int at) {
            return half(bytes.getShort(at));
        }
    },
    /** The upper half of a single. */
    BF16(2) {
        @Override
        float decode(ByteBuffer bytes, int at) {
            return Float.intBitsToFloat(bytes.getShort(at) << 16);
        }
    },
    /** IEEE 754 single precision. */
    F32(4) {
        @Override
        float decode(ByteBuffer bytes, int at) {
            return bytes.getFloat(at);
        }
    },
    /** IEEE 754 double precision; rounded to the nearest float. */
    F64(8) {
        @Override
        float decode(ByteBuffer bytes, int at) {
            return (float) bytes.getDouble(at);
        }
    },
    /** A whole number; rounded to the nearest float. */
    I64(8) {
        @Override
        float decode(ByteBuffer bytes, int at) {
            return bytes.getLong(at);
        }
    };

    private final int size;

    ElementType(int size) {
        this.size = size;
    }

    /** How many bytes a number takes. */
    int size() {
        return size;
    }

    /** The number whose bytes start at this place of a little-endian buffer. */
    abstract float decode(ByteBuffer bytes, int at);

    // Float.float16ToFloat came with Java 20
    private static float half(short bits) {
        int exponent = bits >> 10 & 0x1F;
        int fraction = bits & 0x3FF;
        float magnitude = switch (exponent) {
            case 0 -> fraction * 0x1.0p-24f; // subnormal
            case 31 -> fraction == 0 ? Float.POSITIVE_INFINITY : Float.NaN;
            default -> Float.intBitsToFloat((exponent - 15 + 127) << 23 | fraction << 13);
        };
        return bits < 0 ? -magnitude : magnitude;
    }
}
