package dev.svc.server.engine.antigravity;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.svc.server.engine.Reading;
import dev.svc.server.engine.Reading.Hint;
import dev.svc.server.engine.SkippedRecords;
import dev.svc.server.engine.file.Excerpt;
import dev.svc.server.engine.file.ReadMark;
import dev.svc.server.engine.json.JsonLine;
import dev.svc.server.engine.json.JsonLines;
import dev.svc.server.engine.json.StoreFile;
import dev.svc.server.engine.sqlite.ReadOnlyDatabase;
import dev.svc.server.engine.sqlite.UnreadableDatabaseException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What the lists over all conversations say about each of them, as hints by its id.
final class AgyLists {
    /// Kinds of hints. Where several name a folder, the order here is the order of preference.
    static final String LAST_IN = "last in";

    static final String TYPED_IN = "typed in";
    static final String WORKSPACE = "workspace";
    static final String TITLE = "title";
    static final String PARENT = "parent";

    private static final String TABLE = "conversation_summaries";
    private static final List<String> COLUMNS =
            List.of("conversation_id", "title", "workspace_uris", "parent_conversation_id");

    /// A damaged list could be endless.
    private static final int MOST = 200_000;

    private AgyLists() {}

    /// The newest conversation of each folder; rewritten as a whole.
    static Reading last(Path file) throws IOException {
        byte[] bytes = StoreFile.head(file);
        var json = JsonLines.parse(bytes, 0, bytes.length);
        var skipped = new SkippedRecords();
        if (json.isEmpty()) {
            skipped.unknown(AgyFolder.LAST, "");
        }
        var hints = new ArrayList<Hint>();
        json.ifPresent(folders -> folders.properties()
                .forEach(entry -> add(hints, entry.getValue().asText(""), LAST_IN, FileUri.path(entry.getKey()))));
        return new Reading(List.of(), hints, skipped.counts(), "", true);
    }

    /// What was typed where; appended, so only its new lines are read.
    static Reading history(Path file, @Nullable Reading before) throws IOException {
        try (var channel = StoreFile.open(file)) {
            var mark = before == null ? null : ReadMark.parse(before.memo()).orElse(null);
            boolean goesOn = mark != null && mark.holds(channel);
            var hints = new LinkedHashSet<Hint>();
            var skipped = new SkippedRecords();
            if (before != null && goesOn) {
                hints.addAll(before.hints());
                skipped = new SkippedRecords(before.unreadable());
            }
            var counted = skipped;
            long end = JsonLines.read(channel, mark != null && goesOn ? mark.offset() : 0, Long.MAX_VALUE, line -> {
                addTyped(line, hints, counted);
                return true;
            });
            return new Reading(
                    List.of(),
                    List.copyOf(hints),
                    counted.counts(),
                    ReadMark.at(channel, end).toString(),
                    true);
        }
    }

    private static void addTyped(JsonLine line, Set<Hint> hints, SkippedRecords skipped) {
        var row = line.object();
        if (row.isPresent()) {
            String folder = FileUri.path(row.get().path("workspace").textValue());
            add(hints, row.get().path("conversationId").asText(""), TYPED_IN, folder);
        } else if (!line.isBlank()) {
            skipped.damaged("");
        }
    }

    /// The program's own catalogue, whose columns differ from version to version.
    static Reading summaries(Path file) throws IOException {
        var skipped = new SkippedRecords();
        List<Hint> hints = List.of();
        try {
            hints = ReadOnlyDatabase.read(file, AgyLists::summaries);
        } catch (UnreadableDatabaseException failure) {
            switch (failure.reason()) {
                case MISSING, LOCKED -> throw failure;
                case CORRUPT, FOREIGN, TOO_SLOW, REFUSED -> skipped.unknown(AgyFolder.SUMMARIES, "");
            }
        }
        return new Reading(List.of(), hints, skipped.counts(), "", true);
    }

    private static List<Hint> summaries(ReadOnlyDatabase database) throws IOException {
        var known = new HashSet<>(database.columns(TABLE));
        var hints = new ArrayList<Hint>();
        if (!known.contains(COLUMNS.getFirst())) {
            return hints;
        }
        String columns = String.join(
                ", ",
                COLUMNS.stream()
                        .map(name -> known.contains(name) ? name : "NULL")
                        .toList());
        database.query(List.of(TABLE), "SELECT " + columns + " FROM " + TABLE, List.of(), row -> {
            String id = row.text(0).orElse("");
            add(hints, id, TITLE, Excerpt.title(row.text(1).orElse("")));
            add(hints, id, WORKSPACE, row.text(2).map(AgyLists::firstFolder).orElse(null));
            add(hints, id, PARENT, row.text(3).filter(AgyLists::isId).orElse(null));
            return true;
        });
        return hints;
    }

    /// The list of folders is JSON, but not an object.
    private static @Nullable String firstFolder(String uris) {
        byte[] wrapped = ("{\"uris\":" + uris + "}").getBytes(StandardCharsets.UTF_8);
        for (JsonNode uri : JsonLines.parse(wrapped, 0, wrapped.length)
                .map(json -> json.path("uris"))
                .orElseGet(MissingNode::getInstance)) {
            String folder = FileUri.path(uri.textValue());
            if (folder != null) {
                return folder;
            }
        }
        return null;
    }

    private static void add(Collection<Hint> hints, String id, String kind, @Nullable String value) {
        if (value != null && hints.size() < MOST && isId(id)) {
            hints.add(new Hint(id, kind, value));
        }
    }

    private static boolean isId(String id) {
        return AgyFolder.ID.matcher(id).matches();
    }
}
