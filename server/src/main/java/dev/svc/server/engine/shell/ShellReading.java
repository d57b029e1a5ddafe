package dev.svc.server.engine.shell;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.server.engine.Piece;
import dev.svc.server.engine.Reading;
import dev.svc.server.engine.SkippedRecords;
import dev.svc.server.engine.file.Excerpt;
import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.engine.file.ReadMark;
import dev.svc.server.engine.json.JsonLine;
import dev.svc.server.engine.json.JsonLines;
import dev.svc.server.engine.json.Timestamp;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads one log: what it says at its head, and how much was printed, from where the last reading stopped. Used once.
final class ShellReading {
    private static final long GLANCE = 32 << 10;

    private final Piece piece;
    private SkippedRecords skipped = new SkippedRecords();
    private @Nullable SessionFacts head;
    private @Nullable Instant last;
    private int said;

    ShellReading(Piece piece) {
        this.piece = piece;
    }

    Reading glance() throws IOException {
        try (var channel = JsonLines.open(file().path())) {
            JsonLines.read(channel, 0, GLANCE, line -> {
                add(line);
                return head == null;
            });
        }
        return reading("", false);
    }

    Reading read(@Nullable Reading before) throws IOException {
        try (var channel = JsonLines.open(file().path())) {
            long from = resume(channel, before);
            long end = JsonLines.read(channel, from, Long.MAX_VALUE, line -> {
                add(line);
                return true;
            });
            return reading(ReadMark.at(channel, end) + " " + said, true);
        }
    }

    private long resume(FileChannel channel, @Nullable Reading before) throws IOException {
        if (before == null || before.sessions().isEmpty()) {
            return 0;
        }
        var words = before.memo().split(" ", 2);
        var mark = words.length == 2 ? ReadMark.parse(words[0]) : Optional.<ReadMark>empty();
        if (mark.isEmpty() || !mark.get().holds(channel)) {
            return 0;
        }
        head = before.sessions().getFirst();
        last = head.updatedAt();
        said = Integer.parseInt(words[1]);
        skipped = new SkippedRecords(before.unreadable());
        return mark.get().offset();
    }

    private void add(JsonLine line) {
        if (line.isTooLong()) {
            skipped.tooLong("");
        } else if (!line.isBlank()) {
            line.object().ifPresentOrElse(this::take, () -> skipped.damaged(""));
        }
    }

    private void take(JsonNode entry) {
        var at = Timestamp.find(entry.path("at").asText("")).orElse(null);
        last = at == null ? last : at;
        switch (entry.path("type").asText("")) {
            case ShellBook.BEGUN -> {
                head = head == null ? begun(entry, at) : head;
                said += entry.path("command").asText("").isBlank() ? 0 : 1;
            }
            case ShellBook.PRINTED -> said++;
            case ShellBook.MISSED, ShellBook.SCREEN, ShellBook.ENDED, ShellBook.FULL -> {}
            default -> skipped.unknown(entry.path("type").asText(""), "");
        }
    }

    private SessionFacts begun(JsonNode entry, @Nullable Instant at) {
        var folder = folder(entry.path("folder").asText(""));
        var command = Excerpt.title(entry.path("command").asText(""));
        var since = Objects.requireNonNullElseGet(at, this::modified);
        return new SessionFacts(
                new SessionId(EngineKey.SHELL, piece.key()),
                command == null ? name(folder) : command,
                null,
                folder,
                since,
                since,
                0,
                null,
                null,
                0,
                false,
                null,
                0);
    }

    private static @Nullable String folder(String path) {
        return path.startsWith("/") && path.indexOf('\0') < 0 ? path : null;
    }

    /// What a shell without a command is called.
    private static String name(@Nullable String folder) {
        var last = folder == null ? null : Excerpt.title(folder.substring(folder.lastIndexOf('/') + 1));
        return last == null ? ShellProvider.MANIFEST.label() : ShellProvider.MANIFEST.label() + " in " + last;
    }

    private Reading reading(String memo, boolean whole) {
        var rows = head == null ? List.<SessionFacts>of() : List.of(row(head, whole));
        return new Reading(rows, List.of(), skipped.counts(), memo, whole);
    }

    private SessionFacts row(SessionFacts known, boolean whole) {
        return new SessionFacts(
                known.id(),
                known.title(),
                null,
                known.cwd(),
                known.createdAt(),
                whole && last != null ? last : modified(),
                whole ? said : -1,
                null,
                null,
                piece.size(),
                false,
                null,
                skipped.total());
    }

    private Instant modified() {
        return Instant.EPOCH.plusNanos(file().modifiedNanos());
    }

    private FileStamp file() {
        return piece.files().getFirst();
    }
}
