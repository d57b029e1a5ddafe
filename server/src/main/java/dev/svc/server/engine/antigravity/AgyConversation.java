package dev.svc.server.engine.antigravity;

import dev.svc.server.engine.Piece;
import dev.svc.server.engine.Reading;
import dev.svc.server.engine.SkippedRecords;
import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.engine.file.ReadMark;
import dev.svc.server.engine.json.JsonLines;
import dev.svc.server.engine.json.StoreFile;
import dev.svc.server.engine.sqlite.UnreadableDatabaseException;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads one conversation: its database for where it takes place, its transcript for what was said. Used once.
final class AgyConversation {
    /// A database that cannot be understood; apart from the transcript's records, which are counted on.
    static final String DATABASE = "conversation database";

    private static final String SEALED = "sealed conversation";
    private static final long GLANCE = 64 << 10;
    private static final int GLANCE_AT_ONCE = 4 << 10;

    private final Piece piece;
    private final boolean whole;
    private final SkippedRecords databaseUnread = new SkippedRecords();
    private AgyTalk talk = new AgyTalk(new SkippedRecords());
    private String memo = "";

    AgyConversation(Piece piece, boolean whole) {
        this.piece = piece;
        this.whole = whole;
    }

    Reading read(@Nullable Reading before) throws IOException {
        var database = find(AgyFolder.DATABASE);
        if (database.isEmpty()) {
            return new Reading(List.of(), List.of(), List.of(new Reading.Unreadable(SEALED, 1, "")), "", true);
        }
        var transcript = find(".jsonl");
        var details = readDatabase(database.get().path(), transcript.isEmpty());
        if (transcript.isPresent()) {
            readTranscript(transcript.get().path(), before);
        } else if (details.talk() != null) {
            talk = details.talk();
        }
        return new Reading(List.of(facts(details)), List.of(), unreadable(), memo, whole);
    }

    /// A database that another program has locked says nothing now: the known facts stay.
    private AgyDatabase readDatabase(Path file, boolean withTalk) throws IOException {
        try {
            return whole ? AgyDatabase.read(file, withTalk) : AgyDatabase.glance(file);
        } catch (UnreadableDatabaseException failure) {
            switch (failure.reason()) {
                case MISSING, LOCKED -> throw failure;
                case CORRUPT, FOREIGN, TOO_SLOW, REFUSED -> databaseUnread.unknown(DATABASE, "");
            }
            return AgyDatabase.UNKNOWN;
        }
    }

    private void readTranscript(Path file, @Nullable Reading before) throws IOException {
        try (var channel = StoreFile.open(file)) {
            if (whole) {
                readToEnd(channel, before);
            } else {
                var transcript = new AgyTranscript(talk);
                JsonLines.read(channel, 0, GLANCE, GLANCE_AT_ONCE, line -> {
                    transcript.add(line);
                    return talk.firstMessage == null;
                });
            }
        } catch (FileSystemException goneOrClosed) {
            talk.skipped.unknown(file.getFileName().toString(), "");
        }
    }

    private void readToEnd(FileChannel channel, @Nullable Reading before) throws IOException {
        long from = resume(channel, before);
        var transcript = new AgyTranscript(talk);
        long end = JsonLines.read(channel, from, Long.MAX_VALUE, line -> {
            transcript.add(line);
            return true;
        });
        memo = new AgyMemo(ReadMark.at(channel, end), talk.prompts, talk.answers).toString();
    }

    private long resume(FileChannel channel, @Nullable Reading before) throws IOException {
        var former = before == null ? Optional.<AgyMemo>empty() : AgyMemo.find(before.memo());
        if (before == null || former.isEmpty() || !former.get().mark().holds(channel)) {
            return 0;
        }
        talk = former.get().resume(before);
        return former.get().mark().offset();
    }

    private SessionFacts facts(AgyDatabase details) throws IOException {
        var updated = updatedAt();
        var created = talk.startedAt != null ? talk.startedAt : details.createdAt();
        return new SessionFacts(
                new SessionId(EngineKey.ANTIGRAVITY, piece.key()),
                annotation(),
                talk.firstMessage,
                details.cwd(),
                Objects.requireNonNullElse(created, updated),
                updated,
                whole ? talk.prompts + talk.answers : -1,
                details.model(),
                null,
                piece.size(),
                false,
                null,
                databaseUnread.total() + talk.skipped.total());
    }

    /// A conversation that is going on only writes the database's log.
    private Instant updatedAt() {
        long nanos = piece.files().stream()
                .filter(file -> AgyFolder.isNamed(file, AgyFolder.DATABASE) || AgyFolder.isNamed(file, AgyFolder.LOG))
                .mapToLong(FileStamp::modifiedNanos)
                .max()
                .orElse(0);
        return Instant.ofEpochSecond(0, nanos);
    }

    private @Nullable String annotation() throws IOException {
        var file = find(AgyFolder.ANNOTATION);
        if (file.isEmpty()) {
            return null;
        }
        try {
            return Annotation.title(StoreFile.head(file.get().path()));
        } catch (FileSystemException goneOrClosed) {
            return null;
        }
    }

    private List<Reading.Unreadable> unreadable() {
        var all = new ArrayList<>(databaseUnread.counts());
        all.addAll(talk.skipped.counts());
        return all;
    }

    private Optional<FileStamp> find(String suffix) {
        return piece.files().stream()
                .filter(file -> AgyFolder.isNamed(file, suffix))
                .findFirst();
    }
}
