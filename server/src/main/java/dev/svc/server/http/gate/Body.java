package dev.svc.server.http.gate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.helidon.webserver.http.ServerRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/// The JSON object of a request, read field by field: a wrong type or an unknown field is a 400 that names it.
public final class Body {
    private final ObjectNode fields;

    private Body(ObjectNode fields) {
        this.fields = fields;
    }

    /// The same, where no body at all says as much as an empty object.
    public static Body ofOptional(ServerRequest request, String... known) {
        return request.content().hasEntity()
                ? of(request, known)
                : new Body(Json.shared().createObjectNode());
    }

    public static Body of(ServerRequest request, String... known) {
        return of(Json.read(request, JsonNode.class), known);
    }

    /// The same of at most `most` bytes.
    public static Body ofAtMost(int most, ServerRequest request, String... known) {
        return of(Json.read(request, JsonNode.class, most), known);
    }

    private static Body of(JsonNode body, String... known) {
        if (!(body instanceof ObjectNode fields)) {
            throw Problem.badRequest("The body must be a JSON object.");
        }
        return of(fields, known);
    }

    private static Body of(ObjectNode fields, String... known) {
        var allowed = Set.of(known);
        fields.fieldNames().forEachRemaining(name -> {
            if (!allowed.contains(name)) {
                throw Problem.badRequest("The field %s is not known here.".formatted(name));
            }
        });
        return new Body(fields);
    }

    public boolean has(String name) {
        return fields.has(name);
    }

    /// Empty when the field is missing or null.
    public Optional<String> text(String name) {
        return read(name, JsonNode::isTextual, JsonNode::asText, "a text");
    }

    public String requireText(String name) {
        return text(name).orElseThrow(() -> Problem.badRequest("The field %s is missing.".formatted(name)));
    }

    public Optional<Boolean> flag(String name) {
        return read(name, JsonNode::isBoolean, JsonNode::asBoolean, "true or false");
    }

    public Optional<Integer> number(String name) {
        return read(name, JsonNode::canConvertToInt, JsonNode::asInt, "a whole number");
    }

    public Optional<List<String>> texts(String name) {
        return read(name, Body::isTexts, Body::asTexts, "a list of texts");
    }

    /// An object in it, read like the whole.
    public Optional<Body> object(String name, String... known) {
        return read(name, JsonNode::isObject, ObjectNode.class::cast, "an object")
                .map(it -> of(it, known));
    }

    private <T> Optional<T> read(String name, Predicate<JsonNode> fits, Function<JsonNode, T> as, String what) {
        var node = fields.path(name);
        if (node.isMissingNode() || node.isNull()) {
            return Optional.empty();
        }
        if (!fits.test(node) || node.isFloatingPointNumber()) {
            throw Problem.badRequest("The field %s takes %s.".formatted(name, what));
        }
        return Optional.of(as.apply(node));
    }

    private static boolean isTexts(JsonNode node) {
        if (!node.isArray()) {
            return false;
        }
        for (var item : node) {
            if (!item.isTextual()) {
                return false;
            }
        }
        return true;
    }

    private static List<String> asTexts(JsonNode node) {
        var texts = new ArrayList<String>();
        node.forEach(item -> texts.add(item.asText()));
        return texts;
    }
}
