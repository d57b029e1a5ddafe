package dev.svc.server.engine.kimi;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.server.engine.Reading;
import dev.svc.server.engine.SkippedRecords;
import dev.svc.server.engine.file.ReadMark;
import dev.svc.server.engine.json.JsonLine;
import dev.svc.server.engine.json.JsonLines;
import dev.svc.server.engine.json.StoreFile;
import dev.svc.server.session.SessionFacts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What the two lists beside the sessions say about folders, for sessions whose own state does not.
final class KimiHints {
    /// The subject, a session or a bucket, works in this folder.
    static final String FOLDER = "folder";

    /// The session lies in this bucket.
    static final String BUCKET = "bucket";

    /// A damaged index could be endless.
    private static final int MOST = 200_000;

    private KimiHints() {}

    /// The index is appended, so only its new rows are read.
    static Reading index(Path file, @Nullable Reading before) throws IOException {
        try (var channel = StoreFile.open(file)) {
            var hints = new ArrayList<Reading.Hint>();
            var skipped = new SkippedRecords();
            long from = 0;
            var mark = before == null ? null : ReadMark.parse(before.memo()).orElse(null);
            if (before != null && mark != null && mark.holds(channel)) {
                hints.addAll(before.hints());
                skipped = new SkippedRecords(before.unreadable());
                from = mark.offset();
            }
            var folders = new HashMap<String, String>();
            var counted = skipped;
            long end = JsonLines.read(channel, from, Long.MAX_VALUE, line -> add(line, hints, folders, counted));
            return new Reading(
                    List.of(),
                    hints,
                    counted.counts(),
                    ReadMark.at(channel, end).toString(),
                    true);
        }
    }

    private static boolean add(
            JsonLine line, List<Reading.Hint> hints, Map<String, String> folders, SkippedRecords skipped) {
        var row = line.object();
        if (row.isEmpty()) {
            if (!line.isBlank()) {
                skipped.damaged("");
            }
            return true;
        }
        String id = row.get().path("sessionId").asText();
        String folder = KimiState.folder(row.get().path("workDir"));
        if (folder != null && hints.size() < MOST && KimiFolder.ID.matcher(id).matches()) {
            hints.add(new Reading.Hint(id, FOLDER, folders.computeIfAbsent(folder, same -> same)));
        }
        return true;
    }

    static Reading workspaces(Path file) throws IOException {
        byte[] bytes = StoreFile.head(file);
        var json = JsonLines.parse(bytes, 0, bytes.length);
        var skipped = new SkippedRecords();
        if (json.isEmpty()) {
            skipped.unknown(KimiFolder.WORKSPACES, "");
        }
        var hints = json.map(KimiHints::workspaces).orElse(List.of());
        return new Reading(List.of(), hints, skipped.counts(), "", true);
    }

    private static List<Reading.Hint> workspaces(JsonNode json) {
        var hints = new ArrayList<Reading.Hint>();
        json.path("workspaces").properties().forEach(entry -> {
            String folder = KimiState.folder(entry.getValue().path("root"));
            if (folder != null) {
                hints.add(new Reading.Hint(entry.getKey(), FOLDER, folder));
            }
        });
        return hints;
    }

    /// The rows of all readings with the folders that others know filled in. A session is only resumed from its own
    /// folder, so one without any is no row; of two with the same id the later one is.
    static List<SessionFacts> combine(Collection<Reading> readings) {
        var folders = new HashMap<String, String>();
        var buckets = new HashMap<String, String>();
        readings.stream()
                .flatMap(reading -> reading.hints().stream())
                .forEach(hint -> (hint.kind().equals(FOLDER) ? folders : buckets).put(hint.subject(), hint.value()));
        var rows = new HashMap<String, SessionFacts>();
        for (var reading : readings) {
            for (var facts : reading.sessions()) {
                var placed = place(facts, folders, buckets);
                if (placed != null) {
                    rows.merge(placed.id().nativeId(), placed, KimiHints::later);
                }
            }
        }
        return List.copyOf(rows.values());
    }

    private static @Nullable SessionFacts place(
            SessionFacts facts, Map<String, String> folders, Map<String, String> buckets) {
        if (facts.cwd() != null) {
            return facts;
        }
        String id = facts.id().nativeId();
        String folder = folders.getOrDefault(id, folders.get(buckets.getOrDefault(id, "")));
        return folder == null ? null : facts.withCwd(folder);
    }

    private static SessionFacts later(SessionFacts one, SessionFacts other) {
        return one.updatedAt().isBefore(other.updatedAt()) ? other : one;
    }
}
