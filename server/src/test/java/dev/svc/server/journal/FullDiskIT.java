package dev.svc.server.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.SmallDisk;
import dev.svc.server.metadata.JournalUnavailableException;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.metadata.event.Actor;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A real full disk. Mounting one takes root; without, [ChronicleJournalIT] proves the same with a disk that says it is
/// full.
class FullDiskIT {
    private static final SessionId SESSION = new SessionId(EngineKey.CODEX, "one");

    @TempDir
    Path folder = Path.of("");

    @Test
    void a_full_disk_refuses_changes_whole_and_takes_them_again_when_there_is_space() throws Exception {
        try (var _ = SmallDisk.over(folder, 3)) {
            fillAndFree();
        }
    }

    private void fillAndFree() throws IOException {
        var ballast = folder.resolve("ballast");
        try (var journal = ChronicleJournal.open(folder.resolve("journal"), Clock.systemUTC());
                var metadata = new Metadata(journal, Clock.systemUTC())) {
            metadata.rename(SESSION, "before", Actor.CLI);
            fill(ballast);
            long kept = changeUntilFull(metadata);
            assertThat(metadata.organisation().seq()).isEqualTo(kept);
            assertThat(journal.head().seq()).isEqualTo(kept);
            assertThatThrownBy(() -> metadata.favourite(SESSION, Actor.CLI))
                    .isInstanceOf(JournalUnavailableException.class)
                    .hasMessageContaining("nothing was changed");
            Files.delete(ballast);
            metadata.rename(SESSION, "after", Actor.CLI);
            assertThat(metadata.organisation().seq()).isEqualTo(kept + 1);
        }
        try (var journal = ChronicleJournal.open(folder.resolve("journal"), Clock.systemUTC())) {
            assertThat(journal.damage()).isEmpty();
            assertThat(journal.asOf(Long.MAX_VALUE).marks(SESSION).title()).isEqualTo("after");
        }
    }

    /// Every change is acknowledged or refused whole; returns the last one that was acknowledged.
    private static long changeUntilFull(Metadata metadata) {
        for (int i = 0; i < 20_000; i++) {
            long before = metadata.organisation().seq();
            try {
                metadata.rename(SESSION, "title " + i, Actor.CLI);
            } catch (JournalUnavailableException full) {
                assertThat(metadata.organisation().seq()).isEqualTo(before);
                return before;
            }
        }
        throw new AssertionError("the disk never was full");
    }

    private static void fill(Path ballast) {
        try (var out = Files.newOutputStream(ballast)) {
            while (true) {
                out.write(new byte[4_096]);
            }
        } catch (IOException full) {
            assertThat(full).hasMessageContaining("No space");
        }
    }
}
