package dev.svc.server.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.catalog.scan.StoreReader;
import dev.svc.server.session.EngineKey;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CatalogScanTest {
    @TempDir
    Path folder;

    private Path store;

    @BeforeEach
    void a_store_with_two_sessions() {
        store = folder.resolve("store");
        Rig.write(store, "a/one", Rig.line("First of one", 1), Rig.line("more", 5));
        Rig.write(store, "b/two", Rig.line("First of two", 3));
    }

    @Test
    void the_first_scan_lists_every_session_newest_first() throws InterruptedException {
        try (var rig = new Rig(folder).start()) {
            assertThat(rig.listed()).containsExactly("one", "two");
            assertThat(rig.row("one").title()).isEqualTo("First of one");
        }
    }

    @Test
    void counts_that_a_glance_cannot_know_follow_from_the_background() throws InterruptedException {
        try (var rig = new Rig(folder).start()) {
            rig.until(() -> rig.row("one").facts().messageCount() == 2);
            assertThat(rig.engine.glances).hasValue(2);
        }
    }

    @Test
    void a_store_that_makes_its_keeper_stumble_is_looked_at_again() throws InterruptedException {
        var engine = new FakeEngine(EngineKey.CODEX, store);
        engine.afterNextWalk = () -> {
            throw new IllegalStateException("a planted failure");
        };
        try (var rig = new Rig(folder, engine).start()) {
            rig.until(() -> rig.listed().contains("one"));
            Rig.write(store, "c/three", Rig.line("First of three", 7));
            rig.until(() -> rig.listed().contains("three"));
        }
    }

    @Test
    void a_missing_store_is_no_trouble_and_is_found_when_it_appears() throws InterruptedException {
        var later = folder.resolve("later");
        try (var rig = new Rig(folder, new FakeEngine(EngineKey.CODEX, later)).start()) {
            assertThat(rig.listed()).isEmpty();
            Rig.write(later, "x/three", Rig.line("Hello", 1));
            rig.until(() -> rig.listed().contains("three"));
        }
    }

    @Test
    void a_start_with_a_valid_cache_reads_nothing() throws InterruptedException {
        try (var rig = new Rig(folder).start()) {
            rig.until(() -> rig.row("one").facts().messageCount() == 2
                    && rig.row("two").facts().messageCount() == 1);
        }
        try (var rig = new Rig(folder).start()) {
            assertThat(rig.listed()).containsExactly("one", "two");
            assertThat(rig.row("one").facts().messageCount()).isEqualTo(2);
            assertThat(rig.engine.bytesRead).hasValue(0);
        }
    }

    @Test
    void a_start_with_a_cache_reads_only_what_was_appended_while_nobody_looked() throws InterruptedException {
        try (var rig = new Rig(folder).start()) {
            rig.until(() -> rig.row("one").facts().messageCount() == 2
                    && rig.row("two").facts().messageCount() == 1);
        }
        var appended = Rig.line("and again", 9);
        Rig.write(store, "a/one", appended);
        try (var rig = new Rig(folder).start()) {
            assertThat(rig.row("one").facts().messageCount()).isEqualTo(3);
            assertThat(rig.engine.bytesRead).hasValue(appended.length());
        }
    }

    @Test
    void a_file_replaced_by_another_is_read_from_its_start() throws Exception {
        try (var rig = new Rig(folder).start()) {
            rig.until(() -> rig.row("one").facts().messageCount() == 2
                    && rig.row("two").facts().messageCount() == 1);
        }
        Rig.write(folder, "fresh", Rig.line("A different beginning", 1), Rig.line("b", 2), Rig.line("c", 3));
        Files.move(
                folder.resolve("fresh.jsonl"),
                store.resolve("a/one.jsonl"),
                java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        try (var rig = new Rig(folder).start()) {
            assertThat(rig.row("one").facts().firstMessage()).isEqualTo("A different beginning");
            assertThat(rig.row("one").facts().messageCount()).isEqualTo(3);
        }
    }

    @Test
    void a_session_deleted_while_nobody_looked_is_gone() throws Exception {
        try (var rig = new Rig(folder).start()) {
            assertThat(rig.listed()).hasSize(2);
        }
        Files.delete(store.resolve("a/one.jsonl"));
        try (var rig = new Rig(folder).start()) {
            assertThat(rig.listed()).containsExactly("two");
        }
    }

    @Test
    void a_session_that_is_moved_while_a_walk_goes_on_is_never_gone() throws InterruptedException {
        try (var rig = new Rig(folder).start()) {
            rig.engine.missedByNextWalk.set(store.resolve("a/one.jsonl"));
            var _ = rig.catalog.look(EngineKey.CODEX);
            rig.until(() -> rig.engine.missedByNextWalk.get() == null);
            Rig.write(store, "c/three", Rig.line("Afterwards", 1));
            rig.until(() -> rig.listed().contains("three"));
            assertThat(rig.listed()).contains("one");
            assertThat(rig.events).noneMatch(CatalogEvent.Gone.class::isInstance);
        }
    }

    @Test
    void a_list_says_whose_stores_have_not_been_looked_at_yet() throws InterruptedException {
        var engine = new FakeEngine(EngineKey.CODEX, store);
        var held = engine.holdNextWalk();
        try (var rig = new Rig(folder, engine)) {
            rig.catalog.start();
            assertThat(rig.catalog.page(Query.first(500)).looking()).containsExactly(EngineKey.CODEX);
            assertThat(rig.catalog.page(of(EngineKey.KIMI)).isComplete())
                    .as("a list that this store is no part of")
                    .isTrue();

            held.countDown();
            assertThat(rig.catalog.awaitScanned(Waiting.PATIENCE)).isTrue();
            assertThat(rig.catalog.page(Query.first(500)).isComplete()).isTrue();
        }
    }

    private static Query of(EngineKey engine) {
        return Query.first(500).of(Set.of(engine));
    }

    @Test
    void a_store_that_makes_its_keeper_stumble_has_not_been_looked_at() throws InterruptedException {
        var engine = new FakeEngine(EngineKey.CODEX, store);
        var held = new AtomicReference<>(new CountDownLatch(1));
        engine.afterNextWalk = () -> {
            held.set(engine.holdNextWalk());
            throw new StackOverflowError("a planted failure");
        };
        try (var rig = new Rig(folder, engine).start()) {
            assertThat(rig.catalog.page(Query.first(500)).isComplete()).isFalse();
            held.get().countDown();
            rig.until(() -> rig.catalog.page(Query.first(500)).isComplete());
            assertThat(rig.listed()).containsExactly("one", "two");
        }
    }

    @Test
    void a_session_that_was_written_a_moment_ago_is_found_by_its_id() throws InterruptedException {
        try (var rig = Rig.blind(folder).start()) {
            Rig.write(store, "c/three", Rig.line("First of three", 7));
            assertThat(rig.catalog.find(Rig.id("three"))).isEmpty();
            assertThat(rig.catalog.seek(Rig.id("three"))).isPresent();
        }
    }

    @Test
    void a_session_that_is_listed_is_found_without_a_look_at_its_store() throws InterruptedException {
        try (var rig = Rig.blind(folder).start()) {
            int walks = rig.engine.walks.get();
            assertThat(rig.catalog.seek(Rig.id("one"))).isPresent();
            assertThat(rig.engine.walks).hasValue(walks);
        }
    }

    @Test
    void a_piece_that_breaks_its_reader_is_counted_and_the_others_are_listed() throws InterruptedException {
        Rig.write(store, "c/bad", "{\"explode\":true}");
        try (var rig = new Rig(folder).start()) {
            assertThat(rig.listed()).containsExactly("one", "two");
            assertThat(rig.catalog.unreadable(EngineKey.CODEX))
                    .extracting("kind", "count")
                    .contains(org.assertj.core.groups.Tuple.tuple("file", 1));
        }
    }

    @Test
    void unreadable_records_are_counted_for_the_row_and_for_the_engine() throws InterruptedException {
        Rig.write(store, "c/odd", Rig.line("Hello", 1), "no json", "\\u0000");
        try (var rig = new Rig(folder).start()) {
            rig.until(() -> rig.row("odd").facts().unreadable() == 2);
            rig.until(() -> rig.catalog.unreadable(EngineKey.CODEX).stream()
                            .mapToInt(it -> it.count())
                            .sum()
                    == 2);
        }
    }

    @Test
    void a_store_that_vanishes_keeps_its_rows_marked_with_the_reason() throws Exception {
        try (var rig = new Rig(folder, new FakeEngine(EngineKey.CODEX, store), Duration.ofMillis(20)).start()) {
            Files.move(store, folder.resolve("elsewhere"));
            rig.until(() -> rig.row("one").trouble() != null);
            assertThat(rig.listed()).containsExactly("one", "two");
            Files.move(folder.resolve("elsewhere"), store);
            rig.until(() -> rig.row("one").trouble() == null);
        }
    }

    @Test
    void a_store_that_cannot_be_walked_keeps_its_rows_marked_with_the_reason() throws Exception {
        try (var rig = new Rig(folder, new FakeEngine(EngineKey.CODEX, store), Duration.ofMillis(20)).start()) {
            rig.engine.walkFails = new IOException("Input/output error");
            rig.until(() -> StoreReader.UNREADABLE.equals(rig.row("one").trouble()));
            assertThat(rig.listed()).containsExactly("one", "two");
            rig.engine.walkFails = null;
            rig.until(() -> rig.row("one").trouble() == null);
        }
    }

    @Test
    void rows_of_a_store_that_is_gone_at_the_start_come_from_the_cache() throws Exception {
        try (var rig = new Rig(folder).start()) {
            assertThat(rig.listed()).hasSize(2);
        }
        Files.move(store, folder.resolve("elsewhere"));
        try (var rig = new Rig(folder).start()) {
            assertThat(rig.listed()).containsExactly("one", "two");
            assertThat(rig.row("two").trouble()).isEqualTo(StoreReader.GONE);
        }
    }
}
