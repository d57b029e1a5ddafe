package dev.svc.server.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.engine.Engines;
import dev.svc.server.engine.SessionBusyException;
import dev.svc.server.engine.StoreArchive;
import dev.svc.server.journal.MemoryJournal;
import dev.svc.server.metadata.Change;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.metadata.event.Actor;
import dev.svc.server.session.SessionId;
import dev.svc.shared.waiting.Waiting;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArchivingTest {
    private static final SessionId ONE = Rig.id("one");
    private static final SessionId TWO = Rig.id("two");

    @TempDir
    private Path folder;

    private final Metadata metadata = new Metadata(new MemoryJournal(), Clock.systemUTC());
    private final Moving store = new Moving();
    private Rig rig;
    private Archiving archiving;

    /// A store that knows which of its sessions lie in the archive.
    private static final class Moving implements StoreArchive {
        private final Set<String> archived = ConcurrentHashMap.newKeySet();
        private final Set<String> running = ConcurrentHashMap.newKeySet();
        private boolean healed;

        @Override
        public void archive(String nativeId) {
            if (running.contains(nativeId)) {
                throw new SessionBusyException(nativeId + " runs");
            }
            archived.add(nativeId);
        }

        @Override
        public void unarchive(String nativeId) {
            archived.remove(nativeId);
        }

        @Override
        public void heal() {
            healed = true;
        }
    }

    @BeforeEach
    void open() {
        rig = new Rig(folder);
        rig.engine.archive = store;
        archiving = new Archiving(new Engines(List.of(rig.engine)), metadata, rig.catalog);
        archiving.start();
    }

    @AfterEach
    void close() throws Exception {
        rig.close();
        metadata.close();
    }

    @Test
    void a_start_finishes_the_moves_that_a_crash_cut_short() {
        assertThat(store.healed).isTrue();
    }

    @Test
    void archiving_moves_the_files_and_unarchiving_moves_them_back() {
        archiving.archive(ONE, Actor.CLI);
        assertThat(store.archived).containsExactly("one");
        assertThat(metadata.organisation().marks(ONE).archived()).isTrue();

        archiving.unarchive(ONE, Actor.CLI);
        assertThat(store.archived).isEmpty();
    }

    @Test
    void a_running_program_keeps_its_files_and_nothing_is_marked() {
        store.running.add("one");

        assertThatThrownBy(() -> archiving.archive(ONE, Actor.CLI)).isInstanceOf(SessionBusyException.class);
        assertThat(metadata.organisation().marks(ONE).archived()).isNull();
        assertThat(archiving.archiveAll(List.of(ONE, TWO), Actor.CLI)).containsExactly(TWO);
    }

    @Test
    void taking_an_archiving_back_moves_the_files_back_too() throws Exception {
        archiving.archive(ONE, Actor.CLI);

        metadata.undo(1, false, Actor.CLI);

        rig.until(store.archived::isEmpty);
    }

    @Test
    void a_change_is_shown_once_the_store_was_looked_at_after_its_files_have_moved() throws Exception {
        archiving.archive(ONE, Actor.CLI);
        var undone = metadata.undo(1, false, Actor.CLI);
        rig.until(store.archived::isEmpty);

        assertThat(archiving.awaitShown(undone, Duration.ofMillis(1)))
                .as("nobody has looked yet")
                .isFalse();
        rig.start();
        assertThat(archiving.awaitShown(undone, Waiting.PATIENCE)).isTrue();
    }

    @Test
    void a_change_that_a_later_one_has_overtaken_is_shown_with_that() throws Exception {
        rig.start();
        var first = metadata.archive(List.of(ONE), Actor.CLI);
        var last = metadata.unarchive(List.of(ONE), Actor.CLI);

        assertThat(archiving.awaitShown(first, Waiting.PATIENCE)).isTrue();
        assertThat(archiving.awaitShown(last, Waiting.PATIENCE)).isTrue();
    }

    @Test
    void after_changes_in_quick_succession_the_files_lie_where_the_last_one_says() throws Exception {
        Change last = metadata.archive(List.of(ONE), Actor.CLI);
        for (int i = 0; i < 50; i++) {
            last = i % 2 == 0 ? metadata.unarchive(List.of(ONE), Actor.CLI) : metadata.archive(List.of(ONE), Actor.CLI);
        }
        assertThat(last.after().marks(ONE).archived()).isTrue();

        rig.until(() -> store.archived.contains("one"));
        assertThat(store.archived).containsExactly("one");
    }
}
