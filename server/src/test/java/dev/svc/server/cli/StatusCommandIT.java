package dev.svc.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.engine.Engines;
import dev.svc.server.session.SessionId;
import dev.svc.server.terminal.AttachRequest;
import dev.svc.server.terminal.House;
import dev.svc.server.terminal.attach.AttachDoor;
import dev.svc.server.terminal.attach.NoReplies;
import dev.svc.server.terminal.host.Size;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.Platform;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StatusCommandIT {
    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private House house;

    @BeforeEach
    void open() throws IOException {
        house = new House(folder);
    }

    @AfterEach
    void close() {
        house.close();
    }

    private SessionId running() throws IOException {
        var id = house.stored("one");
        house.terminals.open(new AttachRequest(id, new Size(80, 24), null, false, null, false, "test", true));
        Waiting.until(() -> house.terminals.explain(id).isPresent());
        return id;
    }

    private int run(String... arguments) {
        var config = Config.load(
                new Platform(
                        Platform.Family.LINUX,
                        folder,
                        Map.of("SVC_RUNTIME_DIR", folder.resolve("door").toString())),
                null);
        var console = new Console(new PrintWriter(out, true), new PrintWriter(err, true), false);
        return new Svc(List.of(new StatusCommand(() -> config, console)), console).run(arguments);
    }

    private AttachDoor door() throws IOException {
        return AttachDoor.open(
                folder.resolve("door"), house.terminals, new Engines(List.of(house.pinning)), new NoReplies());
    }

    @Test
    void the_status_is_one_word() throws IOException {
        try (var _ = door()) {
            assertThat(run("status", running().toString())).isZero();
            assertThat(out.toString()).isEqualTo("idle\n");
        }
    }

    @Test
    void explained_it_says_what_decided() throws IOException {
        try (var _ = door()) {
            assertThat(run("status", running().toString(), "--explain")).isZero();
            assertThat(out.toString()).isEqualTo("idle\n  by  no rule holds (no rules)\n");
        }
    }

    @Test
    void what_the_program_says_of_itself_takes_no_line_of_its_own() throws IOException {
        house.pinning.script = "printf '\\033]7501;state=od\\nd\\033\\134up'; cat";
        try (var _ = door()) {
            var id = running().toString();
            Waiting.until(() -> {
                out.getBuffer().setLength(0);
                return run("status", id, "--explain") == 0 && out.toString().contains("the program announced od");
            });
            assertThat(out.toString().lines()).hasSize(2);
        }
    }

    @Test
    void what_the_service_does_not_know_is_a_sentence() throws IOException {
        try (var _ = door()) {
            assertThat(run("status", "nobody:x")).isEqualTo(ExitCode.FAILED.number());
            assertThat(err.toString()).contains("There is no session nobody:x.");
        }
    }

    @Test
    void without_a_service_it_says_how_to_start_one() {
        assertThat(run("status", "claude:one")).isEqualTo(ExitCode.FAILED.number());
        assertThat(err.toString()).contains("svc serve").doesNotContain("Exception");
    }
}
