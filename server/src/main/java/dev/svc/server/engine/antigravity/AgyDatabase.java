package dev.svc.server.engine.antigravity;

import dev.svc.server.engine.SkippedRecords;
import dev.svc.server.engine.file.Excerpt;
import dev.svc.server.engine.sqlite.ReadOnlyDatabase;
import dev.svc.server.engine.sqlite.ReadOnlyDatabase.Row;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What a conversation's database says: where it takes place, and what was said when there is no transcript.
///
/// @param talk null unless it was asked for
record AgyDatabase(
        @Nullable String cwd,
        @Nullable Instant createdAt,
        @Nullable String model,
        @Nullable AgyTalk talk) {
    static final AgyDatabase UNKNOWN = new AgyDatabase(null, null, null, null);

    private static final String BLOBS = "trajectory_metadata_blob";
    private static final String GENERATIONS = "gen_metadata";
    private static final String STEPS = "steps";

    /// Years that fit into a date of four digits.
    private static final long LATEST_SECOND = 253_402_300_799L;

    private static final int TYPED = 14;
    private static final int ANSWERED = 15;

    static AgyDatabase read(Path file, boolean withTalk) throws IOException {
        return ReadOnlyDatabase.read(file, database -> read(database, withTalk));
    }

    /// Without what is only in the large tables.
    static AgyDatabase glance(Path file) throws IOException {
        return ReadOnlyDatabase.read(file, database -> {
            var blob = blob(database);
            return new AgyDatabase(
                    blob.flatMap(AgyDatabase::findCwd).orElse(null),
                    blob.flatMap(AgyDatabase::findCreated).orElse(null),
                    null,
                    null);
        });
    }

    /// Only where the conversation takes place.
    static Optional<String> findCwd(Path file) throws IOException {
        return ReadOnlyDatabase.read(file, database -> blob(database).flatMap(AgyDatabase::findCwd));
    }

    private static AgyDatabase read(ReadOnlyDatabase database, boolean withTalk) throws IOException {
        var blob = blob(database);
        return new AgyDatabase(
                blob.flatMap(AgyDatabase::findCwd).orElse(null),
                blob.flatMap(AgyDatabase::findCreated).orElse(null),
                model(database),
                withTalk ? talk(database) : null);
    }

    private static Optional<ProtoFields> blob(ReadOnlyDatabase database) throws IOException {
        var found = new byte[1][];
        database.query(List.of(BLOBS), "SELECT data FROM " + BLOBS + " WHERE id = 'main'", List.of(), row -> {
            row.bytes(0).ifPresent(bytes -> found[0] = bytes);
            return false;
        });
        return Optional.ofNullable(found[0]).map(ProtoFields::new);
    }

    private static Optional<String> findCwd(ProtoFields blob) {
        return Stream.of(
                        blob.message(1).flatMap(workspace -> workspace.text(1)),
                        blob.text(7),
                        blob.message(7).flatMap(workspace -> workspace.text(1)))
                .flatMap(Optional::stream)
                .map(FileUri::path)
                .flatMap(Stream::ofNullable)
                .findFirst();
    }

    private static Optional<Instant> findCreated(ProtoFields blob) {
        return blob.message(2).flatMap(AgyDatabase::findTime);
    }

    static Optional<Instant> findTime(ProtoFields timestamp) {
        long seconds = timestamp.number(1).orElse(0);
        long nanos = timestamp.number(2).orElse(0);
        return seconds > 0 && seconds <= LATEST_SECOND && nanos >= 0 && nanos < 1_000_000_000
                ? Optional.of(Instant.ofEpochSecond(seconds, nanos))
                : Optional.empty();
    }

    /// The label of the newest answer's model.
    private static @Nullable String model(ReadOnlyDatabase database) throws IOException {
        if (!database.hasTable(GENERATIONS)) {
            return null;
        }
        var newest = new @Nullable String[1];
        String sql = "SELECT data FROM " + GENERATIONS + " ORDER BY idx DESC LIMIT 8";
        database.query(List.of(GENERATIONS), sql, List.of(), row -> {
            newest[0] = row.bytes(0)
                    .flatMap(data -> new ProtoFields(data).message(1))
                    .flatMap(generation -> generation.text(19))
                    .map(Excerpt::title)
                    .orElse(null);
            return newest[0] == null;
        });
        return newest[0];
    }

    private static AgyTalk talk(ReadOnlyDatabase database) throws IOException {
        var talk = new AgyTalk(new SkippedRecords());
        if (database.hasTable(STEPS)) {
            String sql = "SELECT step_type, step_payload, metadata FROM " + STEPS
                    + " WHERE step_type IN (?, ?) ORDER BY idx";
            database.query(List.of(STEPS), sql, List.of(TYPED, ANSWERED), row -> {
                add(row, talk);
                return true;
            });
        }
        return talk;
    }

    private static void add(Row row, AgyTalk talk) {
        row.bytes(2)
                .flatMap(metadata -> new ProtoFields(metadata).message(1))
                .flatMap(AgyDatabase::findTime)
                .ifPresent(talk::at);
        var payload = row.bytes(1).map(ProtoFields::new);
        if (row.number(0).orElse(0) == TYPED) {
            talk.typed(payload.flatMap(step -> step.message(19))
                    .flatMap(input -> input.text(2))
                    .orElse(""));
        } else {
            talk.answered(payload.flatMap(step -> step.message(20))
                    .flatMap(answer -> answer.text(1))
                    .orElse(""));
        }
    }
}
