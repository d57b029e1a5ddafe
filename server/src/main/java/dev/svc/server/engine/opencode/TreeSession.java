package dev.svc.server.engine.opencode;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.svc.server.engine.Piece;
import dev.svc.server.engine.Reading;
import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.engine.json.JsonLines;
import dev.svc.server.engine.json.StoreFile;
import dev.svc.server.session.EngineKey;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads the sessions of the JSON tree: the same facts as from the database, out of the same records.
record TreeSession(OpencodeTree tree, EngineKey engine) {
    private static final JsonNode NOTHING = JsonNodeFactory.instance.objectNode();
    private static final Reading BROKEN =
            new Reading(List.of(), List.of(), List.of(new Reading.Unreadable("session", 1, "")), "", true);

    /// What the session's own file says, without its messages.
    Reading glance(Piece piece) throws IOException {
        return row(piece)
                .map(row -> new Reading(List.of(row.glance()), List.of(), List.of(), "", false))
                .orElse(BROKEN);
    }

    Reading read(Piece piece) throws IOException {
        var row = row(piece);
        if (row.isEmpty()) {
            return BROKEN;
        }
        var tally = new Tally(row.get().version(), row.get().revertedFrom());
        for (var message : tree.messagesOf(row.get().id())) {
            add(message, tally);
        }
        return new Reading(List.of(row.get().facts(tally)), List.of(), tally.unreadable(), "", true);
    }

    private void add(FileStamp message, Tally tally) throws IOException {
        String id = OpencodeTree.stem(message.path());
        var data = json(message.path()).orElse(NOTHING);
        String model = text(data.path("modelID"));
        tally.message(
                id,
                text(data.path("role")),
                model != null ? model : text(data.path("model").path("modelID")),
                data.path("summary").asBoolean(false),
                message.size());
        for (var part : tree.partsOf(id)) {
            var it = json(part.path()).orElse(NOTHING);
            tally.part(
                    id,
                    text(it.path("type")),
                    text(it.path("text")),
                    it.path("synthetic").asBoolean(false),
                    part.size());
        }
    }

    private Optional<SessionRow> row(Piece piece) throws IOException {
        Path file = piece.files().getFirst().path();
        String id = OpencodeTree.findId(file).orElseThrow(() -> new NoSuchFileException(file.toString()));
        return json(file).map(data -> row(id, data));
    }

    private SessionRow row(String id, JsonNode data) {
        var time = data.path("time");
        return new SessionRow(
                engine,
                id,
                SessionRow.idOrNull(text(data.path("parentID"))),
                SessionRow.folderOrNull(text(data.path("directory"))),
                data.path("title").asText(""),
                data.path("version").asText(""),
                null,
                time.path("created").asLong(0),
                time.path("updated").asLong(0),
                time.path("archived").isNumber(),
                text(data.path("revert").path("messageID")));
    }

    private static @Nullable String text(JsonNode node) {
        return node.textValue();
    }

    /// One whole file; empty when it is not a JSON object of a size that a program would write.
    private static Optional<JsonNode> json(Path file) throws IOException {
        try (var channel = JsonLines.open(file)) {
            var bytes = StoreFile.head(channel);
            return JsonLines.parse(bytes, 0, bytes.length);
        } catch (NoSuchFileException vanished) {
            return Optional.empty();
        }
    }
}
