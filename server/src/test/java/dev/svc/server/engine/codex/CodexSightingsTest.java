package dev.svc.server.engine.codex;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.engine.outside.FakeProcesses;
import dev.svc.server.engine.outside.Sighting;
import dev.svc.server.engine.outside.Sighting.WayIn;
import dev.svc.server.session.Elsewhere.Where;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CodexSightingsTest {
    private static final String ID = "01a2b3c4-1111-7222-8333-444455556666";

    @TempDir
    private Path folder;

    private final FakeProcesses processes = new FakeProcesses();
    private Path sessions = Path.of("");
    private CodexSightings sightings = new CodexSightings(new CodexHome(sessions, Optional.empty()));

    @BeforeEach
    void a_home() throws IOException {
        sessions = Files.createDirectories(folder.toRealPath().resolve("sessions"));
        sightings = new CodexSightings(new CodexHome(sessions, Optional.empty()));
    }

    private Path rollout() {
        return sessions.resolve("2026/11/25/rollout-2026-11-25T10-00-00-" + ID + ".jsonl");
    }

    private List<Sighting> look() {
        return sightings.look(processes);
    }

    @Test
    void a_process_is_on_the_session_whose_rollout_it_has_open() {
        var process = processes.lives(1, "1", "/opt/bin/codex", "--no-daemon");
        processes.opens(process, rollout(), Path.of("/etc/hosts"));
        assertThat(look()).hasSize(1);
        assertThat(look().getFirst().nativeId()).isEqualTo(ID);
        assertThat(look().getFirst().sure()).isTrue();
        assertThat(look().getFirst().alone()).isTrue();
        assertThat(look().getFirst().wayIn()).isNull();
    }

    @Test
    void what_the_server_holds_is_joined_through_it_and_is_not_ended() {
        var server = processes.lives(1, "1", "codex", "app-server");
        processes.opens(server, rollout());
        assertThat(look().getFirst().wayIn())
                .isEqualTo(new WayIn(List.of("resume", ID, "--remote", "unix://"), Where.DAEMON, null));
        assertThat(look().getFirst().alone()).isFalse();
    }

    @Test
    void a_process_without_a_rollout_is_on_none_until_it_has_one() {
        var process = processes.lives(1, "1", "codex");
        assertThat(look()).isEmpty();
        processes.opens(process, rollout());
        assertThat(look()).hasSize(1);
    }

    @Test
    void a_rollout_of_another_home_and_other_files_are_no_sessions() {
        var process = processes.lives(1, "1", "codex");
        processes.opens(
                process,
                Path.of("/elsewhere/rollout-2026-11-25T10-00-00-" + ID + ".jsonl"),
                sessions.resolve("notes.jsonl"));
        assertThat(look()).isEmpty();
    }

    @Test
    void a_rollout_that_was_closed_is_noticed_after_a_few_looks() {
        var process = processes.lives(1, "1", "codex");
        processes.opens(process, rollout());
        assertThat(look()).hasSize(1);
        processes.opens(process);
        var counts = new java.util.ArrayList<Integer>();
        for (int i = 0; i < 5; i++) {
            counts.add(look().size());
        }
        assertThat(counts).endsWith(0);
    }

    @Test
    void without_a_server_that_lives_none_runs() throws IOException {
        var root = folder.resolve("codex");
        var server = new CodexServer(root);
        assertThat(server.runs()).isFalse();
        Files.createDirectories(root.resolve("app-server-daemon"));
        Files.createDirectories(root.resolve("app-server-control"));
        Files.writeString(root.resolve("app-server-daemon/daemon.pid"), "not a number");
        Files.createFile(root.resolve("app-server-control/app-server-control.sock"));
        assertThat(server.runs()).isFalse();
        Files.writeString(
                root.resolve("app-server-daemon/daemon.pid"),
                "{\"pid\":" + ProcessHandle.current().pid() + "}");
        assertThat(server.runs()).isTrue();
        Files.delete(root.resolve("app-server-control/app-server-control.sock"));
        assertThat(server.runs()).isFalse();
    }
}
