package dev.svc.server.engine.codex;

import dev.svc.server.engine.Piece;
import dev.svc.server.engine.Reading;
import dev.svc.server.engine.SkippedRecords;
import dev.svc.server.engine.file.Excerpt;
import dev.svc.server.engine.file.ReadMark;
import dev.svc.server.engine.json.JsonLine;
import dev.svc.server.engine.json.JsonLines;
import dev.svc.server.engine.json.JsonView;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The names that people gave, one line per change; a session's last one counts.
final class CodexIndex {
    static final String NAME = "name";

    private final Map<String, String> names = new LinkedHashMap<>();
    private final SkippedRecords skipped;

    private CodexIndex(@Nullable Reading before) {
        this.skipped = before == null ? new SkippedRecords() : new SkippedRecords(before.unreadable());
        if (before != null) {
            before.hints().forEach(hint -> names.put(hint.subject(), hint.value()));
        }
    }

    static Reading read(Piece piece, @Nullable Reading before) throws IOException {
        try (var channel = JsonLines.open(piece.files().getFirst().path())) {
            var mark = before == null ? null : ReadMark.parse(before.memo()).orElse(null);
            boolean goesOn = mark != null && mark.holds(channel);
            var index = new CodexIndex(goesOn ? before : null);
            long start = mark != null && goesOn ? mark.offset() : 0;
            long end = JsonLines.read(channel, start, Long.MAX_VALUE, line -> {
                index.line(line);
                return true;
            });
            return index.reading(ReadMark.at(channel, end));
        }
    }

    private void line(JsonLine line) {
        var entry = new LinkedHashMap<String, String>();
        if (line.isBlank()) {
            return;
        }
        if (line.isTooLong()) {
            skipped.tooLong("");
        } else if (line.view().members((key, value) -> put(entry, key, value))) {
            names.put(entry.getOrDefault("id", ""), entry.getOrDefault("thread_name", ""));
        } else {
            skipped.damaged("");
        }
    }

    private static void put(Map<String, String> entry, String key, JsonView value) {
        if (key.equals("id") || key.equals("thread_name")) {
            entry.put(key, value.text());
        }
    }

    private Reading reading(ReadMark mark) {
        var hints = names.entrySet().stream()
                .filter(name -> CodexHome.ID.matcher(name.getKey()).matches())
                .map(name -> new Reading.Hint(name.getKey(), NAME, shown(name.getValue())))
                .toList();
        return new Reading(List.of(), hints, skipped.counts(), mark.toString(), true);
    }

    /// Empty where a name was removed.
    private static String shown(String name) {
        var title = Excerpt.title(name);
        return title == null ? "" : title;
    }
}
