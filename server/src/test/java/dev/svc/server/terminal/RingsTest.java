package dev.svc.server.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.terminal.launch.LaunchRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RingsTest {
    private static final Instant LONG_AGO = Instant.parse("2000-01-01T00:00:00Z");
    private static final SessionId OLD = new SessionId(EngineKey.CODEX, "old");
    private static final SessionId LIVE = new SessionId(EngineKey.CODEX, "live");
    private static final SessionId YOUNG = new SessionId(EngineKey.CODEX, "young");

    @TempDir
    private Path folder;

    private @Nullable Rings opened;

    private Rings rings() {
        return Objects.requireNonNull(opened);
    }

    @BeforeEach
    void make() throws IOException {
        opened = new Rings(folder, 1 << 20);
        for (var session : List.of(OLD, LIVE, YOUNG)) {
            rings().open(session).close();
        }
        for (var session : List.of(OLD, LIVE)) {
            Files.setLastModifiedTime(
                    folder.resolve(LaunchRecord.nameOf(session) + ".ring"), FileTime.from(LONG_AGO.minusSeconds(60)));
        }
    }

    private boolean has(SessionId session) throws IOException {
        return rings().read(session, _ -> true).isPresent();
    }

    @Test
    void what_nobody_wrote_to_for_long_is_forgotten_unless_its_program_runs() throws IOException {
        assertThat(rings().prune(LONG_AGO, List.of(LIVE))).isEqualTo(1);
        assertThat(has(OLD)).isFalse();
        assertThat(has(LIVE)).isTrue();
        assertThat(has(YOUNG)).isTrue();
    }

    @Test
    void opening_makes_a_ring_young_again() throws IOException {
        rings().open(OLD).close();
        assertThat(rings().prune(LONG_AGO, List.of(LIVE))).isZero();
    }
}
