package dev.svc.server.catalog.scan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.engine.Piece;
import dev.svc.server.engine.Reading;
import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CacheTest {
    @TempDir
    Path folder;

    private static final Instant AT = Instant.parse("2026-11-21T10:00:00.123456789Z");

    @Test
    void what_was_saved_is_loaded() {
        var known = known(50);
        cache("1").save(EngineKey.CODEX, known.values());
        assertThat(cache("1").load(EngineKey.CODEX)).isEqualTo(known);
    }

    @Test
    void an_engine_without_a_cache_is_known_nothing_of() {
        cache("1").save(EngineKey.CODEX, known(1).values());
        assertThat(cache("1").load(EngineKey.KIMI)).isEmpty();
    }

    @Test
    void another_build_reads_the_stores_anew() {
        cache("1").save(EngineKey.CODEX, known(3).values());
        assertThat(cache("2").load(EngineKey.CODEX)).isEmpty();
    }

    @Test
    void a_flipped_bit_anywhere_drops_the_cache() throws IOException {
        cache("1").save(EngineKey.CODEX, known(3).values());
        var file = file();
        byte[] good = Files.readAllBytes(file);
        for (int at = 0; at < good.length; at++) {
            byte[] bad = good.clone();
            bad[at] ^= (byte) (1 << (at % 8));
            Files.write(file, bad);
            assertThat(cache("1").load(EngineKey.CODEX)).as("byte %d", at).isEmpty();
        }
    }

    @Test
    void a_cut_or_random_file_drops_the_cache() throws IOException {
        cache("1").save(EngineKey.CODEX, known(3).values());
        byte[] good = Files.readAllBytes(file());
        var random = new Random(7);
        for (int round = 0; round < 50; round++) {
            byte[] bad = java.util.Arrays.copyOf(good, random.nextInt(good.length));
            Files.write(file(), bad);
            assertThat(cache("1").load(EngineKey.CODEX)).isEmpty();
        }
        byte[] noise = new byte[4000];
        random.nextBytes(noise);
        Files.write(file(), noise);
        assertThat(cache("1").load(EngineKey.CODEX)).isEmpty();
    }

    @Test
    void nobody_else_may_read_the_cache() throws IOException {
        cache("1").save(EngineKey.CODEX, known(1).values());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-------");
    }

    @Test
    void a_cache_that_cannot_be_written_harms_nothing() throws IOException {
        Files.writeString(folder.resolve("cache"), "a file where the folder should be");
        cache("1").save(EngineKey.CODEX, known(1).values());
        assertThat(cache("1").load(EngineKey.CODEX)).isEmpty();
    }

    private Cache cache(String build) {
        return new Cache(folder.resolve("cache"), build);
    }

    private Path file() {
        return folder.resolve("cache/catalog-engine_2.bin");
    }

    private static Map<String, KnownPiece> known(int count) {
        return IntStream.range(0, count)
                .mapToObj(CacheTest::known1)
                .collect(Collectors.toMap(it -> it.piece().key(), it -> it));
    }

    private static KnownPiece known1(int i) {
        var stamp = new FileStamp(Path.of("/home/alex/日本/" + i + ".jsonl"), i, i * 3L, i + 7);
        var id = new SessionId(EngineKey.CODEX, "id-" + i);
        var parent = i % 3 == 0 ? new SessionId(EngineKey.CODEX, "parent") : null;
        var facts = new SessionFacts(
                id,
                i % 2 == 0 ? null : "título " + i,
                "🧾 hello",
                "/home/alex",
                AT,
                AT.plusSeconds(i),
                i - 1,
                "m",
                null,
                i,
                true,
                parent,
                i);
        var reading = new Reading(
                List.of(facts, facts),
                List.of(new Reading.Hint("id-" + i, "name", "v")),
                List.of(new Reading.Unreadable("line", 2, "")),
                "memo" + i,
                i % 2 == 0);
        return new KnownPiece(new Piece("piece-" + i, List.of(stamp)), reading, true);
    }
}
