package dev.svc.shared.client;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/// Reads JSON as a tree and writes such a tree, as an `ObjectMapper` does, which takes longer to be made than
/// most answers to be read.
public final class JsonTree {
    private static final JsonFactory JSON = new JsonFactory();
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private JsonTree() {}

    /// The first value; missing where there is none.
    public static JsonNode read(byte[] content) throws IOException {
        try (var parser = JSON.createParser(content)) {
            return parser.nextToken() == null ? MissingNode.getInstance() : value(parser);
        }
    }

    /// The value that begins at the current token. The parser refuses what is nested too deeply.
    private static JsonNode value(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case START_OBJECT -> {
                var object = NODES.objectNode();
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    var name = parser.currentName();
                    parser.nextToken();
                    object.set(name, value(parser));
                }
                yield object;
            }
            case START_ARRAY -> {
                var array = NODES.arrayNode();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    array.add(value(parser));
                }
                yield array;
            }
            case VALUE_STRING -> NODES.textNode(parser.getText());
            case VALUE_TRUE, VALUE_FALSE -> NODES.booleanNode(parser.getBooleanValue());
            case VALUE_NUMBER_INT -> integer(parser);
            case VALUE_NUMBER_FLOAT -> NODES.numberNode(parser.getDoubleValue());
            case VALUE_NULL -> NODES.nullNode();
            default -> throw new IOException("no value of JSON");
        };
    }

    private static JsonNode integer(JsonParser parser) throws IOException {
        return switch (parser.getNumberType()) {
            case INT -> NODES.numberNode(parser.getIntValue());
            case LONG -> NODES.numberNode(parser.getLongValue());
            default -> NODES.numberNode(parser.getBigIntegerValue());
        };
    }

    /// As the tree says itself.
    public static String text(JsonNode tree) {
        var text = new StringWriter();
        try (var json = JSON.createGenerator(text)) {
            write(json, tree);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return text.toString();
    }

    private static void write(JsonGenerator json, JsonNode node) throws IOException {
        switch (node.getNodeType()) {
            case OBJECT -> {
                json.writeStartObject();
                for (var property : node.properties()) {
                    json.writeFieldName(property.getKey());
                    write(json, property.getValue());
                }
                json.writeEndObject();
            }
            case ARRAY -> {
                json.writeStartArray();
                for (var element : node) {
                    write(json, element);
                }
                json.writeEndArray();
            }
            case STRING -> json.writeString(node.textValue());
            case BOOLEAN -> json.writeBoolean(node.booleanValue());
            case NUMBER -> json.writeNumber(node.asText());
            case NULL -> json.writeNull();
            default -> throw new IllegalArgumentException("no value of JSON");
        }
    }
}
