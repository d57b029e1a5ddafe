package dev.svc.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.svc.server.engine.StoreCopy;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The whole service keeps what a program writes, shows it after the program has deleted it, and gives it back.
class VaultIT {
    private static final String SID = "engine_1:";

    @TempDir
    private Path home;

    private final HttpClient client = HttpClient.newHttpClient();
    private final PageCalls calls = new PageCalls(client);
    private Map<String, String> environment = Map.of();

    @BeforeEach
    void furnish() throws IOException {
        StoreCopy.plant(StoreCopy.fixture("claude"), home.resolve(".claude"));
        environment = Started.around(home, home.resolve("absent"));
    }

    @AfterEach
    void end() {
        Started.endAll(home);
        client.close();
    }

    /// The largest transcript.
    private Path transcript() throws IOException {
        try (var files = Files.walk(home.resolve(".claude/projects"), 2)) {
            return files.filter(file -> file.toString().matches(".*/[0-9a-f-]{36}\\.jsonl"))
                    .max((one, other) ->
                            Long.compare(one.toFile().length(), other.toFile().length()))
                    .orElseThrow();
        }
    }

    private static String id(Path transcript) {
        return SID + String.valueOf(transcript.getFileName()).replace(".jsonl", "");
    }

    private HttpResponse<String> send(String method, String address, String path) {
        return calls.send(method, address, path, Map.of());
    }

    private JsonNode get(String address, String path) {
        return calls.get(address, path);
    }

    /// Files that were unpacked to be read.
    private List<Path> unpacked() throws IOException {
        var folder = home.resolve("svc/vault/unpacked");
        try (var files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }

    private void awaitKept(String address) {
        Waiting.until(() -> "everything in the vault: " + get(address, "/api/vault"), () -> {
            var vault = get(address, "/api/vault");
            var rows = get(address, "/api/sessions?archived=all").path("total").asInt();
            return rows > 0
                    && vault.path("sessions").asInt() >= rows
                    && vault.path("pending").asInt() == 0;
        });
    }

    private void awaitPlace(String address, String id, String place) {
        Waiting.until(
                () -> place + ": " + get(address, "/api/sessions/" + id),
                () -> get(address, "/api/sessions/" + id).path("kept").asText().equals(place));
    }

    @Test
    void what_a_program_deletes_is_read_as_before_and_goes_back_to_it() throws Exception {
        var transcript = transcript();
        var id = id(transcript);
        var bytes = Files.readAllBytes(transcript);
        var left = Files.createDirectories(home.resolve("svc/vault/unpacked/1")).resolve("left");
        Files.writeString(left, "by a killed process");
        try (var service = Started.svc(home, environment, "serve")) {
            var address = service.address();
            awaitKept(address);
            assertThat(left).doesNotExist();
            var before = get(address, "/api/sessions/" + id);
            assertThat(before.path("kept").asText()).isIn("here", "leaving");
            assertThat(before.path("copied").asBoolean()).isTrue();
            assertThat(before.path("leaves_at").isTextual()).isTrue();
            var said = get(address, "/api/sessions/" + id + "/history?format=json");

            assertThat(said.path("turns")).isNotEmpty();

            Files.delete(transcript);
            awaitPlace(address, id, "kept");
            var after = get(address, "/api/sessions/" + id);
            for (var field : new String[] {"title", "first_message", "cwd", "updated_at", "message_count"}) {
                assertThat(after.path(field)).as(field).isEqualTo(before.path(field));
            }
            assertThat(get(address, "/api/sessions/" + id + "/history?format=json")
                            .path("turns"))
                    .isEqualTo(said.path("turns"));
            assertThat(get(address, "/api/vault").path("gone").asInt()).isEqualTo(1);
            assertThat(get(address, "/api/sessions?kept=kept").path("sessions").findValuesAsText("id"))
                    .containsExactly(id);
            assertThat(get(address, "/api/sessions?archived=all&kept=here,leaving")
                            .path("sessions")
                            .findValuesAsText("id"))
                    .isNotEmpty()
                    .doesNotContain(id);
            assertThat(calls.look(address, "/api/sessions?kept=gone").body())
                    .contains("kept takes one or more of these, separated by commas: here, kept, leaving.");
            assertThat(unpacked()).isNotEmpty();

            var began = Instant.now().minus(Duration.ofSeconds(2));
            var restored = send("POST", address, "/api/sessions/" + id + "/restore");
            assertThat(restored.statusCode()).as(restored.body()).isEqualTo(200);
            assertThat(Files.readAllBytes(transcript)).isEqualTo(bytes);
            assertThat(Files.getLastModifiedTime(transcript).toInstant()).isAfter(began);
            awaitPlace(address, id, "here");
            assertThat(send("POST", address, "/api/sessions/" + id + "/restore").statusCode())
                    .isEqualTo(409);

            assertThat(send("DELETE", address, "/api/sessions/" + id + "/vault").statusCode())
                    .isEqualTo(204);
            assertThat(unpacked()).isEmpty();
            assertThat(send("DELETE", address, "/api/sessions/" + id + "/vault").statusCode())
                    .isEqualTo(404);
            assertThat(get(address, "/api/sessions/" + id).path("copied").asBoolean())
                    .isFalse();
            assertThat(transcript).exists();
        }
    }

    /// Has everything kept, then deletes a transcript as its program would.
    @CanIgnoreReturnValue
    private String deleted(Started service, Path transcript) throws IOException {
        var address = service.address();
        awaitKept(address);
        Files.delete(transcript);
        awaitPlace(address, id(transcript), "kept");
        return address;
    }

    @Test
    void what_was_deleted_stays_after_a_restart_and_for_the_command_line() throws Exception {
        var transcript = transcript();
        var id = id(transcript);
        try (var service = Started.svc(home, environment, "serve")) {
            deleted(service, transcript);
        }
        try (var service = Started.svc(home, environment, "serve")) {
            awaitPlace(service.address(), id, "kept");
            assertThat(run("vault", "list", "--gone")).contains(id).contains("deleted");
            assertThat(run("vault", "restore", id)).contains(transcript.toString());
            awaitPlace(service.address(), id, "here");
            Files.delete(transcript);
            awaitPlace(service.address(), id, "kept");
        }
        assertThat(run("sessions")).contains(id);
        assertThat(run("sessions", "export", id)).contains("#");
        assertThat(run("vault", "verify")).contains("copies are sound");
        assertThat(run("vault", "restore", id)).contains(transcript.toString());
        assertThat(transcript).exists();
        assertThat(run("vault", "list", "--gone")).doesNotContain(id);
    }

    @Test
    void what_a_command_forgets_is_in_the_journal_of_the_service() throws Exception {
        var transcript = transcript();
        try (var service = Started.svc(home, environment, "serve")) {
            var address = deleted(service, transcript);
            var gone = id(transcript);
            var there = id(transcript());
            assertThat(run("vault", "forget", gone, there, "--yes"))
                    .contains(gone + " is forgotten")
                    .contains(there + " is forgotten");
            for (var id : List.of(gone, there)) {
                Waiting.until(
                        () -> "an event of " + id + ": " + get(address, "/api/audit"),
                        () -> get(address, "/api/audit?session=" + id)
                                .toString()
                                .contains("copy_forgotten"));
            }
            Waiting.until(
                    () -> "gone: " + get(address, "/api/sessions/" + gone),
                    () -> calls.look(address, "/api/sessions/" + gone).statusCode() == 404);
            assertThat(get(address, "/api/sessions/" + there).path("copied").asBoolean())
                    .isFalse();
        }
    }

    @Test
    void sessions_go_to_another_host_and_into_a_backup_and_are_read_there() throws Exception {
        var id = id(transcript());
        JsonNode said;
        try (var service = Started.svc(home, environment, "serve")) {
            awaitKept(service.address());
            said = get(service.address(), "/api/sessions/" + id + "/history?format=json")
                    .path("turns");
        }
        var bundle = home.resolve("sessions.zip").toString();
        var backup = home.resolve("backup.zip").toString();
        assertThat(run("vault", "export", bundle)).contains("whoever has it can read them");
        assertThat(run("backup", "--vault", backup)).contains("journal up to");

        var other = Files.createDirectories(home.resolve("other"));
        environment = with("SVC_HOME", other.resolve("svc").toString());
        Files.move(home.resolve(".claude"), home.resolve("away"));
        try (var service = Started.svc(home, environment, "serve")) {
            var address = service.address();
            assertThat(run("vault", "import", bundle)).contains(id, "0 refused");
            awaitPlace(address, id, "kept");
            assertThat(get(address, "/api/sessions/" + id).path("brought").asBoolean())
                    .isTrue();
            assertThat(get(address, "/api/sessions/" + id + "/history?format=json")
                            .path("turns"))
                    .isEqualTo(said);
            assertThat(run("vault", "import", bundle)).contains("0 sessions brought", "0 refused");
        }

        environment = with("SVC_HOME", home.resolve("third/svc").toString());
        assertThat(run("restore", backup)).contains("Copies of sessions taken into the vault");
        try (var service = Started.svc(home, environment, "serve")) {
            awaitPlace(service.address(), id, "kept");
        }
    }

    private Map<String, String> with(String name, String value) {
        var changed = new HashMap<>(environment);
        changed.put(name, value);
        return changed;
    }

    private String run(String... arguments) throws Exception {
        try (var command = Started.svc(home, environment, arguments)) {
            int code = command.exitCode();
            assertThat(code)
                    .as("%s: %s", String.join(" ", arguments), command.err())
                    .isIn(0, 5);
            return command.out();
        }
    }
}
