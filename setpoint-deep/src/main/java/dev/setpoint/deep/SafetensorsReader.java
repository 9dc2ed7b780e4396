package dev.setpoint.deep;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads safetensors: eight bytes with the length of the header, the header (a JSON object of tensors with their type, shape
 * and place), and the data, of which every byte belongs to exactly one tensor.
 */
final class SafetensorsReader {
    /** Headers of the largest networks in use have less than a tenth of this. */
    static final int LONGEST_HEADER = 16 << 20;

    private static final JsonFactory JSON = new JsonFactory();
    private static final Comparator<Place> IN_DATA =
            Comparator.comparingLong(Place::begin).thenComparingLong(Place::end);

    private final String source;
    private final SeekableByteChannel channel;

    /** Where the data starts, and how much there is. */
    private long dataStart;

    private long dataLength;

    private SafetensorsReader(String source, SeekableByteChannel channel) {
        this.source = source;
        this.channel = channel;
    }

    /**
     * All tensors of a file, in the order of its header.
     *
     * @throws WeightFileException if anything in it is not as it should be
     */
    static Map<String, WeightTensor> read(Path file) throws IOException {
        try (SeekableByteChannel channel = Files.newByteChannel(file)) {
            return read(file.toString(), channel);
        }
    }

    static Map<String, WeightTensor> read(String source, SeekableByteChannel channel) throws IOException {
        SafetensorsReader reader = new SafetensorsReader(source, channel);
        String header = reader.header();
        Map<String, Place> places;
        try (JsonParser json = JSON.createParser(header)) {
            places = reader.places(json);
        } catch (JsonProcessingException damaged) {
            throw new WeightFileException(
                    source, "header with " + WeightFileException.quote(damaged.getOriginalMessage()), "JSON");
        }
        reader.checkCover(places);
        return reader.tensors(places);
    }

    private String header() throws IOException {
        long fileLength = channel.size();
        ByteBuffer start = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        readFully(start, 0);
        long length = start.getLong(0);
        if (length < 2 || length > fileLength - Long.BYTES || length > LONGEST_HEADER) {
            throw new WeightFileException(
                    source,
                    "no weight file, or one with a header of " + Long.toUnsignedString(length) + " bytes",
                    "an .npz or .safetensors file; a header of 2 to "
                            + Math.max(2, Math.min(LONGEST_HEADER, fileLength - Long.BYTES)) + " bytes");
        }
        ByteBuffer header = ByteBuffer.allocate((int) length);
        readFully(header, Long.BYTES);
        dataStart = Long.BYTES + length;
        dataLength = fileLength - dataStart;
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(header.flip()).toString();
        } catch (CharacterCodingException damaged) {
            throw new WeightFileException(source, "header that is not UTF-8", "a .safetensors file");
        }
    }

    private void readFully(ByteBuffer target, long position) throws IOException {
        channel.position(position);
        while (target.hasRemaining()) {
            if (channel.read(target) < 0) {
                throw new WeightFileException(
                        source, "ends after " + (position + target.position()) + " bytes", "a complete file");
            }
        }
    }

    private Map<String, Place> places(JsonParser json) throws IOException {
        Map<String, Place> places = new LinkedHashMap<>();
        require(json.nextToken() == JsonToken.START_OBJECT, "header", "a JSON object");
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String name = json.currentName();
            json.nextToken();
            if (name.equals("__metadata__")) {
                json.skipChildren();
            } else if (places.put(name, place(json, WeightFileException.tensor(source, name))) != null) {
                throw new WeightFileException(WeightFileException.tensor(source, name), "there twice", "once");
            }
        }
        require(json.nextToken() == null, "header with more than one JSON object", "one");
        require(!places.isEmpty(), "no tensors", "at least one");
        return places;
    }

    private void require(boolean fulfilled, String found, String expected) throws WeightFileException {
        if (!fulfilled) {
            throw new WeightFileException(source, found, expected);
        }
    }

    private Place place(JsonParser json, String where) throws IOException {
        if (json.currentToken() != JsonToken.START_OBJECT) {
            throw new WeightFileException(where, "no object", "dtype, shape and data_offsets");
        }
        ElementType type = null;
        long[] shape = null;
        long[] offsets = null;
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String key = json.currentName();
            json.nextToken();
            boolean twice;
            switch (key) {
                case "dtype" -> {
                    twice = type != null;
                    type = type(json, where);
                }
                case "shape" -> {
                    twice = shape != null;
                    shape = numbers(json, key, where);
                }
                case "data_offsets" -> {
                    twice = offsets != null;
                    offsets = numbers(json, key, where);
                }
                default ->
                    throw new WeightFileException(
                            where, "'" + WeightFileException.quote(key) + "'", "dtype, shape and data_offsets");
            }
            if (twice) {
                throw new WeightFileException(where, key + " twice", "once");
            }
        }
        if (type == null || shape == null || offsets == null || offsets.length != 2) {
            throw new WeightFileException(where, "incomplete", "dtype, shape and two data_offsets");
        }
        return checked(new Place(type, shape, offsets[0], offsets[1]), where);
    }

    private Place checked(Place place, String where) throws WeightFileException {
        if (place.begin < 0 || place.end < place.begin || place.end > dataLength) {
            throw new WeightFileException(
                    where, "bytes " + place.begin + " to " + place.end, "within the data's " + dataLength + " bytes");
        }
        long bytes = WeightTensor.bytes(place.shape, place.type, where);
        if (place.end - place.begin != bytes) {
            throw new WeightFileException(
                    where,
                    place.end - place.begin + " bytes for shape " + Arrays.toString(place.shape) + " of " + place.type,
                    bytes + " bytes");
        }
        return place;
    }

    private static ElementType type(JsonParser json, String where) throws IOException {
        String found = json.currentToken() == JsonToken.VALUE_STRING ? json.getText() : "of no text";
        for (ElementType type : ElementType.values()) { // called as in the format
            if (type.name().equals(found)) {
                return type;
            }
        }
        throw new WeightFileException(where, "dtype " + WeightFileException.quote(found), "F16, BF16, F32, F64 or I64");
    }

    private static long[] numbers(JsonParser json, String key, String where) throws IOException {
        boolean array = json.currentToken() == JsonToken.START_ARRAY;
        long[] numbers = new long[4];
        int count = 0;
        while (array && json.nextToken() == JsonToken.VALUE_NUMBER_INT) {
            numbers = count < numbers.length ? numbers : Arrays.copyOf(numbers, 2 * count);
            numbers[count++] = json.getLongValue();
        }
        if (!array || json.currentToken() != JsonToken.END_ARRAY) {
            throw new WeightFileException(where, key + " of something else", "an array of whole numbers");
        }
        return Arrays.copyOf(numbers, count);
    }

    /** Every byte of the data belongs to one tensor: no overlaps, no holes, nothing left at the end. */
    private void checkCover(Map<String, Place> places) throws WeightFileException {
        List<Map.Entry<String, Place>> inOrder = places.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(IN_DATA))
                .toList();
        long end = 0;
        for (Map.Entry<String, Place> entry : inOrder) {
            Place place = entry.getValue();
            if (place.begin != end) {
                throw new WeightFileException(
                        WeightFileException.tensor(source, entry.getKey()),
                        "data from byte " + place.begin + " on",
                        "from " + end + " on, where the one before it ends");
            }
            end = place.end;
        }
        require(end == dataLength, dataLength + " bytes of data", end + ", where the last tensor ends");
    }

    private Map<String, WeightTensor> tensors(Map<String, Place> places) throws IOException {
        Map<String, WeightTensor> tensors = new LinkedHashMap<>();
        InputStream in = Channels.newInputStream(channel);
        for (Map.Entry<String, Place> entry : places.entrySet()) {
            String name = entry.getKey();
            Place place = entry.getValue();
            channel.position(dataStart + place.begin);
            String where = WeightFileException.tensor(source, name);
            tensors.put(name, WeightTensor.read(name, place.shape, place.type, false, in, where));
        }
        return tensors;
    }

    /** What the header says of one tensor; bytes are counted from the start of the data. */
    private static final class Place {
        private final ElementType type;
        private final long[] shape;
        private final long begin;
        private final long end;

        Place(ElementType type, long[] shape, long begin, long end) {
            this.type = type;
            this.shape = shape;
            this.begin = begin;
            this.end = end;
        }

        long begin() {
            return begin;
        }

        long end() {
            return end;
        }
    }
}
