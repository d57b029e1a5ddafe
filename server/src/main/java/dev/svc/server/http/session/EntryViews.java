package dev.svc.server.http.session;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.databind.util.TokenBuffer;
import dev.svc.server.http.gate.Json;
import dev.svc.server.journal.EntryJson;
import dev.svc.server.metadata.Journal.Link;
import dev.svc.server.metadata.fold.Organisation;
import dev.svc.server.sidecar.OrganisationJson;
import dev.svc.shared.text.PlainText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.stream.IntStream;

/// Journal entries as JSON, as parts of answers.
public final class EntryViews {
    private EntryViews() {}

    public static JsonNode of(Link link) {
        return tree(buffer -> EntryJson.write(link, buffer));
    }

    public static JsonNode of(Organisation organisation) {
        return tree(buffer -> OrganisationJson.write(organisation, buffer));
    }

    private static JsonNode tree(Writing writing) {
        try (var buffer = new TokenBuffer(Json.shared(), false)) {
            writing.to(buffer);
            return clean(Json.shared().readTree(buffer.asParser()));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /// Names written before svc cleaned them are still there unchanged.
    private static JsonNode clean(JsonNode node) {
        switch (node) {
            case ObjectNode object -> object.properties().forEach(field -> field.setValue(clean(field.getValue())));
            case ArrayNode array -> IntStream.range(0, array.size()).forEach(i -> array.set(i, clean(array.get(i))));
            case TextNode text -> {
                return TextNode.valueOf(PlainText.of(text.textValue()));
            }
            default -> {}
        }
        return node;
    }

    /// Something that writes one value.
    @FunctionalInterface
    private interface Writing {
        void to(TokenBuffer buffer) throws IOException;
    }
}
