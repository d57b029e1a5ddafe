package dev.svc.server.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.session.EngineKey;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CatalogWatchIT {
    @TempDir
    Path folder;

    @Test
    void an_appended_line_changes_its_row_and_reads_nothing_else() throws InterruptedException {
        var store = folder.resolve("store");
        Rig.write(store, "a/one", Rig.line("First", 1));
        Rig.write(store, "a/two", Rig.line("Second", 2));
        try (var rig = new Rig(folder).start()) {
            rig.until(() -> rig.row("one").facts().messageCount() == 1
                    && rig.row("two").facts().messageCount() == 1);
            long before = rig.engine.bytesRead.get();
            rig.events.clear();
            var appended = Rig.line("more", 9);
            Rig.write(store, "a/one", appended);
            rig.until(() -> rig.row("one").facts().messageCount() == 2);
            assertThat(rig.engine.bytesRead.get() - before).isEqualTo(appended.length());
            rig.until(() -> rig.events.contains(new CatalogEvent.Changed(Rig.id("one"))));
            assertThat(rig.events).doesNotContain(new CatalogEvent.Changed(Rig.id("two")));
            assertThat(rig.listed()).containsExactly("one", "two");
        }
    }

    @Test
    void a_new_file_in_a_new_folder_becomes_a_row() throws InterruptedException {
        var store = folder.resolve("store");
        Rig.write(store, "a/one", Rig.line("First", 1));
        try (var rig = new Rig(folder).start()) {
            Rig.write(store, "new/deep/down/three", Rig.line("Third", 3));
            rig.until(() -> rig.listed().equals(java.util.List.of("three", "one")));
            Rig.write(store, "new/deep/down/three", Rig.line("more", 4));
            rig.until(() -> rig.row("three").facts().messageCount() == 2);
        }
    }

    @Test
    void a_deleted_file_and_a_deleted_folder_take_their_rows_along() throws Exception {
        var store = folder.resolve("store");
        Rig.write(store, "a/one", Rig.line("First", 1));
        Rig.write(store, "b/two", Rig.line("Second", 2));
        Rig.write(store, "c/three", Rig.line("Third", 3));
        try (var rig = new Rig(folder).start()) {
            Files.delete(store.resolve("a/one.jsonl"));
            rig.until(() -> rig.listed().equals(java.util.List.of("three", "two")));
            rig.until(() -> rig.events.contains(new CatalogEvent.Gone(Rig.id("one"))));
            Files.delete(store.resolve("b/two.jsonl"));
            Files.delete(store.resolve("b"));
            rig.until(() -> rig.listed().equals(java.util.List.of("three")));
        }
    }

    @Test
    void a_burst_over_many_files_ends_with_every_row_right() throws InterruptedException {
        var store = folder.resolve("store");
        for (int i = 0; i < 100; i++) {
            Rig.write(store, "p" + i % 10 + "/s" + i, Rig.line("Start", i));
        }
        try (var rig = new Rig(folder).start()) {
            for (int i = 0; i < 100; i++) {
                Rig.write(store, "p" + i % 10 + "/s" + i, Rig.line("more", 200 + i));
            }
            rig.until(() -> rig.catalog.page(Query.first(500)).rows().stream()
                    .allMatch(row -> row.facts().messageCount() == 2));
            assertThat(rig.listed().getFirst()).isEqualTo("s99");
        }
    }

    @Test
    void what_changes_between_the_first_look_and_the_watching_is_not_lost() throws InterruptedException {
        var store = folder.resolve("store");
        Rig.write(store, "a/one", Rig.line("First", 1));
        var engine = new FakeEngine(EngineKey.CODEX, store);
        engine.afterNextWalk = () -> Rig.write(store, "a/one", Rig.line("more", 2));
        try (var rig = new Rig(folder, engine, Duration.ofHours(1)).start()) {
            rig.until(() -> rig.row("one").facts().messageCount() == 2);
        }
    }

    @Test
    void a_file_that_shrinks_is_read_anew() throws Exception {
        var store = folder.resolve("store");
        Rig.write(store, "a/one", Rig.line("First", 1), Rig.line("more", 2));
        try (var rig = new Rig(folder).start()) {
            rig.until(() -> rig.row("one").facts().messageCount() == 2);
            Files.writeString(store.resolve("a/one.jsonl"), Rig.line("Anew", 3) + "\n");
            rig.until(() -> "Anew".equals(rig.row("one").facts().firstMessage()));
            assertThat(rig.row("one").facts().messageCount()).isEqualTo(1);
        }
    }
}
