package dev.svc.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/// Updates of the real program in a home like an installed one: minutes long, and in need of the page, which is built
/// before this module; `./test --deep` runs it.
@EnabledIfSystemProperty(named = "svc.deep", matches = "true")
class UpdateIT {
    @TempDir
    private Path folder;

    private Installed svc;

    @BeforeEach
    void install() throws Exception {
        svc = new Installed(folder.toRealPath());
        svc.serve();
    }

    @AfterEach
    void end() {
        svc.close();
    }

    @Test
    void an_update_from_the_page_lets_programs_live_and_a_changed_channel_counts_at_once() throws Exception {
        assertThat(svc.version()).isEqualTo("1.0.0");
        assertThat(svc.get("/api/update/check").path("newer").asBoolean()).isFalse();
        assertThat(svc.change("POST", "/api/update/apply", "")).isEqualTo(409);
        var program = svc.program();
        svc.release("v1.1.0");

        Waiting.until(
                () -> "news", () -> svc.get("/api/update/check").path("newer").asBoolean());
        assertThat(svc.change("POST", "/api/update/apply", "")).isEqualTo(202);
        Waiting.until(() -> "the new version", () -> "1.1.0".equals(svc.version()));
        Waiting.until(() -> "the end", () -> !status().path("state").asText().equals("running"));

        assertThat(status().path("state").asText()).as("%s", status()).isEqualTo("done");
        assertThat(status().path("former").asText()).isEqualTo("1.0.0");
        assertThat(program.isAlive()).isTrue();
        assertThat(svc.get("/api/system").path("terminals").path("live").asInt())
                .isEqualTo(1);
        Waiting.until(
                () -> "the journal",
                () -> journaled().path("data").path("result").asText().equals("done"));
        assertThat(journaled().path("data").path("to").asText()).isEqualTo("1.1.0");

        String commit = svc.commit();
        svc.push();
        assertThat(svc.change("PATCH", "/api/settings", "{\"updates\":{\"channel\":\"main\",\"autoupdate\":false}}"))
                .isEqualTo(200);
        assertThat(Files.readString(svc.home.resolve("env"))).contains("SVC_CHANNEL=main");
        assertThat(svc.get("/api/update/check").path("latest").asText()).isEqualTo("main+" + commit.substring(0, 12));

        assertThat(svc.svc("rollback").waitFor()).as(svc.output("rollback")).isZero();
        assertThat(svc.version()).isEqualTo("1.0.0");
        assertThat(program.isAlive()).isTrue();
    }

    @Test
    void a_release_that_is_not_healthy_at_home_gives_way_by_itself_and_says_so_everywhere() throws Exception {
        svc.broken("v1.1.0");
        assertThat(svc.svc("autoupdate").waitFor()).isOne();
        assertThat(svc.output("autoupdate")).contains("1.1.0 was not healthy").contains("so 1.0.0 runs again");
        assertThat(svc.version()).isEqualTo("1.0.0");
        assertThat(status().path("state").asText()).isEqualTo("returned");
        assertThat(status().path("log_tail").asText()).contains("returning to the former release");
        Waiting.until(
                () -> "the journal",
                () -> journaled().path("data").path("result").asText().equals("returned"));
        assertThat(journaled().path("data").path("reason").asText()).contains("1.1.0 was not healthy");
    }

    @Test
    void an_update_that_is_killed_while_it_restarts_is_finished_by_the_next_start() throws Exception {
        svc.release("v1.1.0");
        var updater = svc.svc("autoupdate");
        var status = svc.home.resolve("update/status.json");
        Waiting.until(
                () -> "the restart",
                () -> Files.exists(status)
                        && Files.readString(status, UTF_8).matches("(?s).*\"step\" : \"(restart|health)\".*"));
        kill(updater);
        var running = svc.holder();
        if (running == null) {
            svc.serve();
        }
        Waiting.until(() -> "the end", () -> says("done"));
        Waiting.until(() -> "the new version", () -> "1.1.0".equals(svc.version()));
    }

    @Test
    void an_update_that_is_killed_while_it_tries_leaves_nothing_that_runs() throws Exception {
        svc.release("v1.1.0");
        var updater = svc.svc("autoupdate");
        Waiting.until(() -> "the trial", () -> Files.exists(svc.home.resolve("update/trial/svc.lock")));
        kill(updater);
        assertThat(svc.version()).isEqualTo("1.0.0");
        Waiting.until(() -> "the service to clean up", () -> says("failed"));
        assertThat(status().path("reason").asText()).contains("interrupted while trying it aside; nothing was changed");
        assertThat(svc.home.resolve("update/trial")).doesNotExist();
        assertThat(Programs.with(svc.home + "/releases").filter(it -> !it.line().contains("20260101")))
                .isEmpty();
        assertThat(svc.svc("autoupdate").waitFor()).as(svc.output("autoupdate")).isZero();
        assertThat(svc.version()).isEqualTo("1.1.0");
    }

    /// The command runs the program in its own place: this is the updater itself.
    private static void kill(Process updater) {
        updater.destroyForcibly().onExit().join();
    }

    /// Whether an update has come so far; a service that just restarts says nothing.
    private boolean says(String state) throws InterruptedException {
        try {
            return svc.version() != null && status().path("state").asText().equals(state);
        } catch (IOException restarting) {
            return false;
        }
    }

    private JsonNode status() throws IOException, InterruptedException {
        return svc.get("/api/update/status");
    }

    private JsonNode journaled() throws Exception {
        var events = svc.get("/api/audit?type=update_applied&limit=1").path("events");
        return Objects.requireNonNull(events.isEmpty() ? events : events.get(0));
    }
}
