package dev.svc.server.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.util.TokenBuffer;
import dev.svc.server.journal.EntryJson;
import dev.svc.server.metadata.Journal.Link;
import dev.svc.server.metadata.Organisation;
import dev.svc.server.sidecar.OrganisationJson;
import java.io.IOException;
import java.io.UncheckedIOException;

/// What the journal writes as JSON, as parts of answers.
final class EntryViews {
    private EntryViews() {}

    static JsonNode of(Link link) {
        return tree(buffer -> EntryJson.write(link, buffer));
    }

    static JsonNode of(Organisation organisation) {
        return tree(buffer -> OrganisationJson.write(organisation, buffer));
    }

    private static JsonNode tree(Writing writing) {
        try (var buffer = new TokenBuffer(Json.shared(), false)) {
            writing.to(buffer);
            return Json.shared().readTree(buffer.asParser());
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /// Something that writes one value.
    @FunctionalInterface
    private interface Writing {
        void to(TokenBuffer buffer) throws IOException;
    }
}
