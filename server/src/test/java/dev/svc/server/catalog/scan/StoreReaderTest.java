package dev.svc.server.catalog.scan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.catalog.FakeEngine;
import dev.svc.server.session.EngineKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A commit of SQLite has its size and time before others may see it: its log must have rested before what was read
/// counts as all there is.
class StoreReaderTest {
    /// Far longer than a commit takes, and than this test does.
    private static final Duration COMMIT = Duration.ofHours(1);

    private final ExecutorService workers = Executors.newSingleThreadExecutor();

    @TempDir
    private Path folder;

    private Path database = Path.of("one.jsonl");
    private FakeEngine store = new FakeEngine(EngineKey.OPENCODE, database);
    private StoreReader reader = readerOf(store);

    private StoreReader readerOf(FakeEngine store) {
        return new StoreReader(store, new PieceCache(CompletableFuture.completedFuture(new HashMap<>())), workers, 3);
    }

    @BeforeEach
    void a_database_with_its_log() throws IOException {
        database = Files.writeString(folder.resolve("one.jsonl"), "{\"text\":\"Fix the cart\"}\n");
        Files.writeString(FakeEngine.logOf(database), "a commit");
        store = new FakeEngine(EngineKey.OPENCODE, folder, true);
        reader = readerOf(store);
    }

    @AfterEach
    void end() {
        workers.shutdownNow();
    }

    private void logWrittenAt(Instant at) throws IOException {
        Files.setLastModifiedTime(FakeEngine.logOf(database), FileTime.from(at));
    }

    private void walk() throws InterruptedException {
        reader.walk((done, total) -> {});
    }

    private int readings() {
        return store.glances.get() + store.reads.get();
    }

    @Test
    void a_database_whose_log_was_just_written_is_read_again_although_nothing_changed() throws Exception {
        logWrittenAt(Instant.now().plus(COMMIT));
        walk();
        int once = readings();
        assertThat(reader.isUnsettled()).isTrue();
        reader.readUnsettled();
        assertThat(readings()).isEqualTo(once + 1);
    }

    @Test
    void a_database_whose_log_has_rested_is_read_once() throws Exception {
        logWrittenAt(Instant.now().minus(COMMIT));
        walk();
        int once = readings();
        assertThat(reader.isUnsettled()).isFalse();
        reader.read(Set.of(database));
        reader.readUnsettled();
        walk();
        assertThat(readings()).isEqualTo(once);
    }

    @Test
    void it_is_settled_once_it_was_read_after_its_log_has_rested() throws Exception {
        logWrittenAt(Instant.now().plus(COMMIT));
        walk();
        logWrittenAt(Instant.now().minus(COMMIT));
        reader.readUnsettled();
        assertThat(reader.isUnsettled()).isFalse();
        int read = readings();
        reader.readUnsettled();
        walk();
        assertThat(readings()).isEqualTo(read);
    }

    @Test
    void a_database_that_is_gone_is_not_waited_for() throws Exception {
        logWrittenAt(Instant.now().plus(COMMIT));
        walk();
        Files.delete(database);
        Files.delete(FakeEngine.logOf(database));
        walk();
        reader.readUnsettled();
        assertThat(reader.isUnsettled()).isFalse();
    }

    private List<String> told() {
        var scan = (StoreScan) reader.news(EngineKey.OPENCODE);
        return Stream.concat(
                        scan.sessions().stream().map(it -> it.id().nativeId()), Stream.of(scan.leftOut() + " left out"))
                .sorted()
                .toList();
    }

    @Test
    void where_memory_holds_three_logs_the_newest_are_listed_and_the_others_are_counted() throws Exception {
        logWrittenAt(Instant.now().minus(COMMIT));
        var now = Instant.now();
        for (int age : List.of(40, 10, 50, 20, 30)) {
            var log = Files.writeString(folder.resolve("old" + age + ".jsonl"), "{\"text\":\"Fix the cart\"}\n");
            Files.setLastModifiedTime(log, FileTime.from(now.minusSeconds(age * 60L)));
        }
        walk();
        assertThat(told()).containsExactly("3 left out", "old10", "old20", "one");
        int once = readings();
        walk();
        assertThat(readings()).isEqualTo(once);
        Files.delete(folder.resolve("old10.jsonl"));
        walk();
        assertThat(told()).containsExactly("2 left out", "old20", "old30", "one");
    }

    @Test
    void what_may_say_more_is_not_kept_for_the_next_start() throws Exception {
        logWrittenAt(Instant.now().plus(COMMIT));
        walk();
        var cache = new Cache(folder.resolve("cache"), "1");
        cache.save(EngineKey.OPENCODE, reader.holding().all());
        assertThat(cache.load(EngineKey.OPENCODE)).isEmpty();
    }
}
