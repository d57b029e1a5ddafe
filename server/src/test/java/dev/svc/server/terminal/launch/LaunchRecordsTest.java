package dev.svc.server.terminal.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.session.Elsewhere.Where;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.terminal.launch.LaunchRecord.RanOutside;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LaunchRecordsTest {
    @TempDir
    Path temp;

    @Test
    void a_record_is_read_as_it_was_written() throws IOException {
        var session = new SessionId(EngineKey.CODEX, "new-one");
        var written = new LaunchRecord(
                "name", session, Path.of("/home/me/größe = 1"), Instant.EPOCH, true, true, Set.of("a", "b"));
        var records = new LaunchRecords(temp.resolve("run"));
        records.write(written);
        assertThat(records.all()).containsExactly(written);
        assertThat(LaunchRecords.ofFallen(temp.resolve("run")).all()).isEmpty();
        records.remove(written);
        assertThat(records.all()).isEmpty();
    }

    @Test
    void where_a_program_ran_outside_is_read_as_it_was_written() throws IOException {
        var session = new SessionId(EngineKey.CODEX, "one");
        var records = LaunchRecords.ofFallen(temp.resolve("run"));
        for (var outside :
                List.of(new RanOutside(Where.TMUX, "größe:2.1", true), new RanOutside(Where.TTY, null, false))) {
            var written = new LaunchRecord("name", session, Path.of(""), Instant.EPOCH, false, false, null, outside);
            records.write(written);
            assertThat(records.all()).containsExactly(written);
        }
    }

    @Test
    void a_record_of_a_release_that_knew_no_permissions_asks_before_it_acts() throws IOException {
        var records = new LaunchRecords(temp.resolve("run"));
        Files.writeString(
                temp.resolve("run/old.slot"),
                "session=engine_1\\:one\nfolder=/work\nstarted=2026-01-01T00\\:00\\:00Z\n");
        assertThat(records.all())
                .containsExactly(new LaunchRecord(
                        "old",
                        new SessionId(EngineKey.CLAUDE_CODE, "one"),
                        Path.of("/work"),
                        Instant.parse("2026-01-01T00:00:00Z"),
                        false,
                        false,
                        null));
    }
}
