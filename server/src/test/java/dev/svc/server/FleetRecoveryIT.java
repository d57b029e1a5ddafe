package dev.svc.server;

import static dev.svc.server.FleetHost.CANARY;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.svc.server.cli.ExitCode;
import dev.svc.server.fleet.broker.NatsServer;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/// What docs/fleet.md says to do when a host is lost or was put back from a backup, step by step, with services
/// and a nats-server.
@EnabledIfSystemProperty(named = "svc.deep", matches = "true")
class FleetRecoveryIT {
    @TempDir
    private Path folder;

    private final ObjectMapper json = new ObjectMapper();
    private Path root = Path.of("");
    private FleetPair pair;
    private NatsServer nats;
    private FleetHost forge;
    private FleetHost laptop;

    @BeforeEach
    void two_hosts_in_a_fleet() throws Exception {
        pair = new FleetPair(folder);
        root = pair.root;
        nats = pair.nats;
        forge = pair.forge;
        laptop = pair.laptop;
        pair.link();
    }

    @AfterEach
    void end() {
        pair.close();
    }

    private static void change(FleetHost host, String session, String what, String body) throws Exception {
        var method = what.equals("metadata") ? "PATCH" : "POST";
        var answer = host.change(method, "/api/sessions/engine_1:" + session + '/' + what, body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    }

    private static JsonNode row(FleetHost host, String session) throws Exception {
        return host.read("/api/sessions/engine_1:" + session);
    }

    private static void rename(FleetHost host, String session, String title) throws Exception {
        change(host, session, "rename", "{\"title\":\"%s\"}".formatted(title));
    }

    /// Waits until the broker has what was said last.
    private void untilCopied(FleetHost host, String last) {
        Waiting.until(
                () -> host.read("/api/hosts").path("broker").path("copied").asBoolean());
        Waiting.until(() ->
                forge.command("journal", "export", "--from-fleet", "laptop-3").contains(last));
    }

    private static void remove(Path tree) throws IOException {
        try (var all = Files.walk(tree)) {
            for (var path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (var all = Files.walk(from)) {
            for (var path : all.toList()) {
                if (Files.isDirectory(path) || Files.isRegularFile(path)) {
                    Files.copy(path, to.resolve(from.relativize(path).toString()), StandardCopyOption.COPY_ATTRIBUTES);
                }
            }
        }
    }

    @Test
    void a_host_that_was_lost_comes_back_on_another_machine_with_all_that_was_organised() throws Exception {
        var upload = laptop.session("Mend the upload");
        var slides = laptop.session("Slides");
        Waiting.until(() -> laptop.read("/api/sessions").path("total").asInt() == 2);
        rename(laptop, upload, "Another title " + CANARY);
        change(laptop, upload, "favorite", "{}");
        change(laptop, slides, "archive", "{}");
        var project = laptop.change("POST", "/api/projects", "{\"name\":\"Shop\"}");
        var id = json.readTree(project.body()).path("id").asText();
        change(laptop, upload, "metadata", "{\"project_id\":\"%s\"}".formatted(id));
        untilCopied(laptop, "\"assigned\"");
        for (var file : nats.kept()) {
            assertThat(Files.readString(file, ISO_8859_1)).doesNotContain(CANARY, "Shop");
        }

        laptop.close();
        var store = root.resolve("store");
        Files.move(laptop.home.resolve("claude"), store); // the programs' files have a backup of their own
        remove(laptop.home);

        forge.command("fleet", "end", "laptop-3");
        try (var fresh = new FleetHost(root, "fresh")) {
            remove(fresh.home.resolve("claude"));
            Files.move(store, fresh.home.resolve("claude"));
            pair.join(fresh);
            assertThat(fresh.command("journal", "import", "--from-fleet", "laptop-3"))
                    .contains("entries added", "0 mean nothing here", "2 sessions and 1 projects are now organised");
            fresh.serve();
            Waiting.until(
                    () -> fresh.get("/api/sessions/engine_1:" + upload).body().contains("Another title " + CANARY));
            assertThat(row(fresh, upload).path("sticky").asBoolean()).isTrue();
            assertThat(row(fresh, upload).path("project_id").asText()).isEqualTo(id);
            assertThat(row(fresh, slides).path("archived").asBoolean()).isTrue();
            assertThat(fresh.read("/api/projects").toString()).contains("Shop");
            Waiting.until(() -> forge.lists("laptop-3", "Another title " + CANARY));
            Waiting.until(
                    () -> fresh.read("/api/hosts").path("broker").path("copied").asBoolean());
            refused(
                    forge,
                    ExitCode.FAILED,
                    "Several hosts were called laptop-3",
                    "journal",
                    "export",
                    "--from-fleet",
                    "laptop-3");
            refused(forge, ExitCode.FAILED, "No host called nowhere", "journal", "import", "--from-fleet", "nowhere");
        }
    }

    private static void refused(FleetHost host, ExitCode code, String why, String... words) throws Exception {
        try (var command = Started.svc(host.home, host.environment, words)) {
            assertThat(command.exitCode()).as(command.err()).isEqualTo(code.number());
            assertThat(command.out() + command.err()).contains(why).doesNotContain("Exception");
        }
    }

    @Test
    void a_message_of_its_copy_that_no_release_here_reads_stops_nothing_and_is_told() throws Exception {
        var upload = laptop.session("Mend the upload");
        Waiting.until(() -> laptop.read("/api/sessions").path("total").asInt() == 1);
        rename(laptop, upload, "the first");
        untilCopied(laptop, "the first");
        var told = json.readTree(laptop.command("fleet", "status", "--json"));
        var id = laptop.read("/api/hosts").path("here").path("id").asText();
        byte[] unknown = new byte[300];
        unknown[0] = 2;
        nats.keep("svc-journal.%s.%s".formatted(told.path("fleet").asText(), id), unknown);
        refused(forge, ExitCode.FAILED, "--incomplete", "journal", "export", "--from-fleet", "laptop-3");
        rename(laptop, upload, "the second");
        Waiting.until(() -> !laptop.read("/api/hosts")
                .path("broker")
                .path("copy_note")
                .asText("")
                .isEmpty());
        untilCopied(laptop, "the second");
        assertThat(laptop.command("fleet", "status"))
                .contains("1 message in a form", "update svc", "a copy of all that was organised here");
    }

    @Test
    void a_host_that_was_put_back_from_an_old_backup_says_so_and_goes_on_with_what_it_lacked() throws Exception {
        var upload = laptop.session("Mend the upload");
        var slides = laptop.session("Slides");
        Waiting.until(() -> laptop.read("/api/sessions").path("total").asInt() == 2);
        rename(laptop, upload, "in the backup");
        untilCopied(laptop, "in the backup");
        laptop.kill();
        var backup = root.resolve("backup");
        copy(laptop.home.resolve("svc"), backup);
        laptop.serve();
        rename(laptop, upload, "after the backup");
        change(laptop, slides, "favorite", "{}");
        untilCopied(laptop, "\"favourited\"");
        laptop.kill();
        remove(laptop.home.resolve("svc"));
        copy(backup, laptop.home.resolve("svc"));

        laptop.serve();
        rename(laptop, slides, "since then");
        Waiting.until(() -> laptop.read("/api/hosts")
                .path("broker")
                .path("copy_trouble")
                .asText("")
                .contains("fleet resolve"));
        assertThat(row(laptop, upload).path("title").asText()).isEqualTo("in the backup");
        refused(laptop, ExitCode.FAILED, "fleet resolve", "fleet", "status");
        refused(laptop, ExitCode.HOME_BUSY, "svc", "fleet", "resolve");
        laptop.kill();
        assertThat(laptop.command("fleet", "resolve")).contains("are brought back", "Start svc");
        laptop.serve();
        Waiting.until(() -> laptop.read("/api/sessions").path("total").asInt() == 2);
        assertThat(row(laptop, upload).path("title").asText()).isEqualTo("after the backup");
        assertThat(row(laptop, slides).path("title").asText()).isEqualTo("since then");
        assertThat(row(laptop, slides).path("sticky").asBoolean()).isTrue();
        untilCopied(laptop, "since then");
        assertThat(laptop.command("fleet", "status")).contains("a copy of all that was organised here");
        assertThat(laptop.command("fleet", "resolve", "--help")).contains("--dry-run");
    }
}
