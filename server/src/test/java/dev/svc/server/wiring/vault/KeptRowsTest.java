package dev.svc.server.wiring.vault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.MovingClock;
import dev.svc.server.catalog.Row;
import dev.svc.server.catalog.SessionView.Beside;
import dev.svc.server.catalog.SessionView.Kept;
import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.Engines;
import dev.svc.server.engine.claudecode.ClaudeCodeProvider;
import dev.svc.server.follow.FollowedSession;
import dev.svc.server.metadata.event.Marks;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import dev.svc.server.vault.Keeper;
import dev.svc.server.vault.Vault;
import dev.svc.server.vault.VaultSettings;
import dev.svc.server.vault.copy.Sealing;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeptRowsTest {
    private static final SessionId ID = new SessionId(EngineKey.CLAUDE_CODE, "00000000-0000-4000-8000-000000000001");
    private static final Instant WRITTEN = Instant.parse("2026-11-01T09:00:00Z");

    @TempDir
    Path folder = Path.of("");

    private final MovingClock clock = new MovingClock(WRITTEN);
    private Vault vault;
    private Engines engines = new Engines(List.of());

    @BeforeEach
    void open() throws Exception {
        vault = Vault.open(folder.resolve("vault"), Sealing.NONE);
        engines = new Engines(
                List.of(new ClaudeCodeProvider(new EngineSettings(folder, List.of(), null, null, Map.of()))));
        Files.createDirectories(transcript().resolveSibling(""));
        Files.writeString(transcript(), "{\"type\":\"user\"}\n");
        Files.setLastModifiedTime(transcript(), FileTime.from(WRITTEN));
    }

    @AfterEach
    void close() throws Exception {
        vault.close();
    }

    private Path transcript() {
        return folder.resolve(".claude/projects/-work").resolve(ID.nativeId() + ".jsonl");
    }

    private static SessionFacts facts(boolean archived) {
        return new SessionFacts(ID, null, "hello", "/work", WRITTEN, WRITTEN, 1, null, null, 16, archived, null, 0);
    }

    private Keeper keeper() {
        return new Keeper(
                vault,
                new Keeper.Around(
                        engine -> engines.find(engine).flatMap(EngineProvider::originals),
                        _ -> Optional.of(facts(false)),
                        _ -> false,
                        () -> new VaultSettings(true, Long.MAX_VALUE, Set.of(), Set.of(), _ -> false),
                        clock),
                () -> {});
    }

    private Kept kept(boolean archived) {
        var row = new Row(facts(archived), Marks.NONE, Status.OFF, null, null, List.of(), null);
        return new KeptRows(Beside.NONE, vault, engines, clock).kept(row);
    }

    @Test
    void without_a_copy_nothing_is_said() {
        assertThat(kept(false)).isEqualTo(Kept.HERE);
    }

    @Test
    void a_session_leaves_when_its_program_deletes_it_and_is_leaving_a_week_before() throws Exception {
        keeper().take(FollowedSession.any(facts(false), false));
        var leaves = WRITTEN.plus(Duration.ofDays(30));
        assertThat(kept(false)).isEqualTo(new Kept("here", leaves, true, false));
        clock.pass(Duration.ofDays(24));
        assertThat(kept(false)).isEqualTo(new Kept("leaving", leaves, true, false));
    }

    @Test
    void what_its_program_has_put_away_stays() throws Exception {
        keeper().take(FollowedSession.any(facts(true), false));
        clock.pass(Duration.ofDays(100));
        assertThat(kept(true)).isEqualTo(new Kept("here", null, true, false));
    }

    @Test
    void what_is_nowhere_else_is_kept() throws Exception {
        var keeper = keeper();
        keeper.take(FollowedSession.any(facts(false), false));
        Files.delete(transcript());
        keeper.gone(ID);
        assertThat(kept(false)).isEqualTo(new Kept("kept", null, true, false));
    }
}
