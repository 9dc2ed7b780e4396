package dev.setpoint.cli.spec;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.JsonTokenId;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import java.io.IOException;
import java.util.regex.Pattern;

/**
 * Reads what looks like a number of another notation as the text that stands there: in YAML 1.1 {@code 010} is eight, {@code 1_000} a
 * thousand and {@code 0x10} sixteen, and as the name of a column or a label each would turn into another one.
 */
final class PlainNumbers extends JsonParserDelegate {
    private static final Pattern PLAIN = Pattern.compile("[+-]?(0|[1-9][0-9]*)");

    PlainNumbers(JsonParser parser) {
        super(parser);
    }

    private JsonToken seen(JsonToken token) {
        try {
            return token == JsonToken.VALUE_NUMBER_INT
                            && !PLAIN.matcher(delegate.getText()).matches()
                    ? JsonToken.VALUE_STRING
                    : token;
        } catch (IOException e) {
            return token; // whoever asks for the number is told
        }
    }

    @Override
    public JsonToken nextToken() throws IOException {
        return seen(delegate.nextToken());
    }

    @Override
    public JsonToken nextValue() throws IOException {
        return seen(delegate.nextValue());
    }

    @Override
    public JsonToken currentToken() {
        return seen(delegate.currentToken());
    }

    @Override
    @Deprecated
    @SuppressWarnings("InlineMeSuggester") // as it is in the class above
    public JsonToken getCurrentToken() {
        return currentToken();
    }

    @Override
    public int currentTokenId() {
        JsonToken token = currentToken();
        return token == null ? JsonTokenId.ID_NO_TOKEN : token.id();
    }

    @Override
    @Deprecated
    @SuppressWarnings("InlineMeSuggester") // as it is in the class above
    public int getCurrentTokenId() {
        return currentTokenId();
    }

    @Override
    public boolean hasToken(JsonToken token) {
        return currentToken() == token;
    }

    @Override
    public boolean hasTokenId(int id) {
        return currentTokenId() == id;
    }
}
