package dev.svc.server.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;

/// The arguments of a call, read one by one: what does not fit is said in a sentence that names it.
record Arguments(ObjectNode given) {

    Optional<String> text(String name) throws ToolException {
        var node = given.path(name);
        if (node.isMissingNode() || node.isNull()) {
            return Optional.empty();
        }
        if (!node.isTextual()) {
            throw new ToolException("%s takes a text.".formatted(name));
        }
        return Optional.of(node.asText()).filter(it -> !it.isBlank());
    }

    String requireText(String name) throws ToolException {
        return text(name).orElseThrow(() -> new ToolException("%s is missing.".formatted(name)));
    }

    int number(String name, int least, int most, int otherwise) throws ToolException {
        return number(name, least, most).orElse(otherwise);
    }

    Optional<Integer> number(String name, int least, int most) throws ToolException {
        JsonNode node = given.path(name);
        if (node.isMissingNode() || node.isNull()) {
            return Optional.empty();
        }
        if (!node.isIntegralNumber() || !node.canConvertToInt() || node.asInt() < least || node.asInt() > most) {
            throw new ToolException("%s takes a whole number from %d to %d.".formatted(name, least, most));
        }
        return Optional.of(node.asInt());
    }
}
