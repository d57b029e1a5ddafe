package dev.svc.server.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.svc.server.http.gate.Route;
import dev.svc.server.http.system.OpenApiRoutes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// The description of the interface, to hold real answers against.
final class Description {
    private final JsonNode root;

    private Description(JsonNode root) {
        this.root = root;
    }

    /// Read once for all tests, which only look at it: Helidon's timer holds a server that a test has stopped until the
    /// process ends, and with it would be held a description of its own, of tens of thousands of nodes.
    static Description read() {
        return Once.DESCRIPTION;
    }

    private static final class Once {
        static final Description DESCRIPTION = parse();

        private static Description parse() {
            try {
                return new Description(new ObjectMapper().readTree(OpenApiRoutes.description()));
            } catch (IOException broken) {
                throw new UncheckedIOException(broken);
            }
        }
    }

    JsonNode root() {
        return root;
    }

    boolean describes(String method, String path) {
        return operation(method, path).isPresent();
    }

    /// What is wrong with an answer; nothing when it is as described. What a client has to reckon with is described
    /// status by status, and only a failure of the server is under `default`.
    List<String> objections(String method, String path, int status, JsonNode body) {
        var responses = operation(method, path).orElseThrow().path("responses");
        if (status < 500 && !responses.has(Integer.toString(status))) {
            return List.of("status " + status + " is not described");
        }
        var response = resolved(
                responses.path(responses.has(Integer.toString(status)) ? Integer.toString(status) : "default"));
        var content = response.path("content");
        if (content.isMissingNode()) {
            return body.isMissingNode() ? List.of() : List.of("a body where none is described");
        }
        var objections = new ArrayList<String>();
        new Schema(root).check(content.elements().next().path("schema"), body, "$", objections);
        return objections;
    }

    private JsonNode resolved(JsonNode node) {
        return node.has("$ref") ? root.at(node.path("$ref").asText().substring(1)) : node;
    }

    /// Described operations that a table of routes does not have.
    Set<String> missingIn(List<Route> table) {
        var served = table.stream()
                .map(route -> route.method().text() + " " + route.path())
                .collect(Collectors.toSet());
        var missing = new TreeSet<>(operations());
        missing.removeAll(served);
        return missing;
    }

    Set<String> operations() {
        var operations = new TreeSet<String>();
        root.path("paths")
                .properties()
                .forEach(path -> path.getValue()
                        .fieldNames()
                        .forEachRemaining(
                                method -> operations.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey())));
        return operations;
    }

    private Optional<JsonNode> operation(String method, String path) {
        var plain = path.replaceAll("\\?.*", "");
        return root.path("paths").properties().stream()
                .filter(entry -> plain.matches(pattern(entry.getKey())))
                .filter(entry -> entry.getValue().has(method.toLowerCase(Locale.ROOT)))
                .sorted((a, b) ->
                        Boolean.compare(a.getKey().contains("{"), b.getKey().contains("{")))
                .map(entry -> entry.getValue().path(method.toLowerCase(Locale.ROOT)))
                .findFirst();
    }

    private static String pattern(String template) {
        return Pattern.quote(template).replaceAll("\\{[a-z]+\\}", "\\\\E[^/]+\\\\Q");
    }
}
