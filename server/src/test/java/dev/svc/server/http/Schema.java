package dev.svc.server.http;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/// The part of JSON Schema that the description uses; an unknown word in a schema is an error of the description.
public final class Schema {
    private static final List<String> KNOWN = List.of(
            "$ref",
            "type",
            "description",
            "properties",
            "required",
            "additionalProperties",
            "items",
            "enum",
            "pattern",
            "format",
            "minimum",
            "maximum",
            "minLength",
            "maxLength",
            "minItems",
            "maxItems",
            "uniqueItems",
            "oneOf",
            "default",
            "contentMediaType",
            "contentSchema");

    private final JsonNode root;

    public Schema(JsonNode root) {
        this.root = root;
    }

    public void check(JsonNode schema, JsonNode value, String at, List<String> objections) {
        schema.fieldNames().forEachRemaining(word -> {
            if (!KNOWN.contains(word)) {
                objections.add(at + ": the description uses " + word + ", which nothing checks");
            }
        });
        if (schema.has("$ref")) {
            check(root.at(schema.path("$ref").asText().substring(1)), value, at, objections);
        } else if (schema.has("oneOf")) {
            checkOneOf(schema.path("oneOf"), value, at, objections);
        } else {
            checkPlain(schema, value, at, objections);
        }
    }

    private void checkOneOf(JsonNode schemas, JsonNode value, String at, List<String> objections) {
        int fits = 0;
        for (var schema : schemas) {
            var wrong = new ArrayList<String>();
            check(schema, value, at, wrong);
            fits += wrong.isEmpty() ? 1 : 0;
        }
        if (fits != 1) {
            objections.add(at + ": fits " + fits + " of the schemas");
        }
    }

    private void checkPlain(JsonNode schema, JsonNode value, String at, List<String> objections) {
        if (schema.has("type") && !hasType(schema.path("type"), value)) {
            objections.add(at + ": " + value.getNodeType() + " is not " + schema.path("type"));
            return;
        }
        if (value.isObject()) {
            checkObject(schema, value, at, objections);
        } else if (value.isArray()) {
            checkArray(schema, value, at, objections);
        } else if (value.isTextual()) {
            checkText(schema, value.asText(), at, objections);
        } else if (value.isNumber()) {
            checkNumber(schema, value.asDouble(), at, objections);
        }
    }

    private void checkArray(JsonNode schema, JsonNode value, String at, List<String> objections) {
        if (value.size() < schema.path("minItems").asInt()
                || value.size() > schema.path("maxItems").asInt(Integer.MAX_VALUE)) {
            objections.add(at + ": " + value.size() + " items");
        }
        var seen = new HashSet<JsonNode>();
        for (int i = 0; i < value.size(); i++) {
            check(schema.path("items"), value.path(i), at + "[" + i + "]", objections);
            if (!seen.add(value.path(i)) && schema.path("uniqueItems").asBoolean()) {
                objections.add(at + "[" + i + "]: stands there already");
            }
        }
    }

    private static boolean hasType(JsonNode type, JsonNode value) {
        if (type.isArray()) {
            for (var one : type) {
                if (hasType(one, value)) {
                    return true;
                }
            }
            return false;
        }
        return switch (type.asText()) {
            case "object" -> value.isObject();
            case "array" -> value.isArray();
            case "string" -> value.isTextual();
            case "integer" -> value.isIntegralNumber();
            case "number" -> value.isNumber();
            case "boolean" -> value.isBoolean();
            case "null" -> value.isNull();
            default -> false;
        };
    }

    private void checkObject(JsonNode schema, JsonNode value, String at, List<String> objections) {
        schema.path("required").forEach(name -> {
            if (!value.has(name.asText())) {
                objections.add(at + ": " + name.asText() + " is missing");
            }
        });
        var more = schema.path("additionalProperties");
        value.properties().forEach(field -> {
            var known = schema.path("properties").path(field.getKey());
            if (!known.isMissingNode()) {
                check(known, field.getValue(), at + "." + field.getKey(), objections);
            } else if (more.isObject()) {
                check(more, field.getValue(), at + "." + field.getKey(), objections);
            } else if (more.isBoolean() && !more.asBoolean()) {
                objections.add(at + ": " + field.getKey() + " is not described");
            }
        });
    }

    private static void checkText(JsonNode schema, String text, String at, List<String> objections) {
        if (schema.has("enum") && !contains(schema.path("enum"), text)) {
            objections.add(at + ": " + text + " is none of " + schema.path("enum"));
        }
        if (schema.has("pattern") && !text.matches(schema.path("pattern").asText())) {
            objections.add(at + ": " + text + " does not match " + schema.path("pattern"));
        }
        if (text.length() < schema.path("minLength").asInt(0)
                || text.length() > schema.path("maxLength").asInt(Integer.MAX_VALUE)) {
            objections.add(at + ": " + text.length() + " characters");
        }
        if (schema.path("format").asText().equals("date-time")) {
            checkTime(text, at, objections);
        }
    }

    private static void checkTime(String text, String at, List<String> objections) {
        try {
            Instant.parse(text);
        } catch (DateTimeException none) {
            objections.add(at + ": " + text + " is no time");
        }
    }

    private static void checkNumber(JsonNode schema, double number, String at, List<String> objections) {
        if (number < schema.path("minimum").asDouble(-Double.MAX_VALUE)
                || number > schema.path("maximum").asDouble(Double.MAX_VALUE)) {
            objections.add(at + ": " + number + " is out of bounds");
        }
    }

    private static boolean contains(JsonNode words, String text) {
        for (var word : words) {
            if (word.asText().equals(text)) {
                return true;
            }
        }
        return false;
    }
}
