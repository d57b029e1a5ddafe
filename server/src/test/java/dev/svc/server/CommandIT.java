package dev.svc.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.cli.ExitCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The command as people start it: every wrong start ends with one sentence that names the remedy, and an exit code of
/// its
/// own.
class CommandIT {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"srve, svc --help", "--verbose, svc --help", "serve --prot 1, svc serve --help", "'', Usage: svc"})
    void an_unknown_word_is_a_usage_error(String line, String wayOut) throws Exception {
        try (Started command = Started.svc(folder, Map.of(), line.isEmpty() ? new String[0] : line.split(" "))) {
            assertThat(command.exitCode()).isEqualTo(ExitCode.USAGE.number());
            assertThat(command.err()).contains(wayOut);
            assertThat(command.out()).isEmpty();
        }
    }

    @Test
    void the_version_is_one_line() throws Exception {
        try (Started command = Started.svc(folder, Map.of(), "version")) {
            assertThat(command.exitCode()).isZero();
            assertThat(command.out()).matches("\\d+\\.\\d+\\.\\d+\\S*\\R");
            assertThat(command.err()).isEmpty();
        }
    }

    @Test
    void every_subcommand_says_what_it_does_and_completion_knows_them() throws Exception {
        try (Started help = Started.svc(folder, Map.of(), "serve", "--help");
                Started completion = Started.svc(folder, Map.of(), "generate-completion")) {
            assertThat(help.exitCode()).isZero();
            assertThat(help.out()).contains("--host").contains("--port");
            assertThat(completion.exitCode()).isZero();
            assertThat(completion.out()).contains("serve").contains("version");
        }
    }

    @ParameterizedTest
    @CsvSource({"SVC_PORT, abc", "SVC_AUTH_MODE, off", "SVC_ORIGIN, example.org"})
    void a_variable_that_cannot_be_used_stops_the_start(String variable, String value) throws Exception {
        assertRefused(with(Map.of(variable, value)), ExitCode.CONFIGURATION, variable + "=" + value);
    }

    @Test
    void a_dtach_that_cannot_be_run_stops_the_start() throws Exception {
        Path file = Files.createFile(folder.resolve("no-program"));
        for (Path wrong : List.of(file, folder, folder.resolve("absent"))) {
            assertRefused(
                    with(Map.of("SVC_DTACH_BIN", wrong.toString())),
                    ExitCode.CONFIGURATION,
                    "SVC_DTACH_BIN=" + wrong + " cannot be used");
        }
    }

    @Test
    void a_start_says_which_project_roots_take_no_folder() throws Exception {
        Path file = Files.createFile(folder.resolve("no-folder"));
        Path absent = folder.resolve("absent");
        Map<String, String> environment = with(Map.of("SVC_PROJECT_ROOTS", folder + ":" + file + ":" + absent));
        try (Started server = Started.svc(folder, environment, "serve")) {
            server.address();
            assertThat(server.err())
                    .contains("SVC_PROJECT_ROOTS names " + file + ", which is no folder")
                    .contains("SVC_PROJECT_ROOTS names " + absent + ", which is not there")
                    .doesNotContain("names " + folder + ",");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hunter2SECRET",
                "reset-password hunter2SECRET",
                "reset-password --password=hunter2SECRET",
                "reset-password -Xhunter2SECRET",
                "reset-password --prompt=hunter2SECRET",
                "clear-2fa hunter2SECRET",
                "serve hunter2SECRET",
                "serve --prot=hunter2SECRET",
                "prepare hunter2SECRET",
                "doctor hunter2SECRET",
                "health --wait hunter2SECRET",
                "sessions --limit=hunter2SECRET",
                "journal hunter2SECRET",
                "journal show --limit hunter2SECRET",
                "journal replay --until hunter2SECRET",
                "backup a.zip hunter2SECRET",
                "restore --with-secrets=hunter2SECRET a.zip",
                "autoupdate hunter2SECRET",
                "version hunter2SECRET",
                "attach --view=hunter2SECRET engine_1:x",
                "help hunter2SECRET"
            })
    void a_word_in_the_wrong_place_is_never_repeated_since_it_may_be_a_password(String line) throws Exception {
        try (Started command = Started.svc(folder, with(Map.of()), line.split(" "))) {
            assertThat(command.exitCode()).isNotZero();
            assertThat(command.out() + command.err()).doesNotContain("hunter2SECRET");
            assertThat(command.err()).isNotBlank().doesNotContain("Exception");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "SVC_PASSWORD_HASH, hunter2SECRET",
        "SVC_SECRET_KEY, hunter2SECRET",
        "SVC_FORCE_PASSWORD_CHANGE, hunter2SECRET",
        "SVC_ORIGIN, https://me:hunter2SECRET@svc.example.org"
    })
    void a_secret_that_cannot_be_used_is_not_repeated(String variable, String value) throws Exception {
        try (Started command = Started.svc(folder, with(Map.of(variable, value)), "serve")) {
            assertThat(command.exitCode()).isEqualTo(ExitCode.CONFIGURATION.number());
            assertThat(command.err()).contains(variable).doesNotContain("hunter2SECRET");
        }
    }

    @Test
    void a_port_that_is_taken_is_named_with_the_option_for_another() throws Exception {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Map<String, String> environment = with(Map.of("SVC_PORT", "" + taken.getLocalPort()));
            // The first start also says that it made a password.
            Started.svc(folder, environment, "serve").exitCode();
            assertRefused(environment, ExitCode.PORT_TAKEN, "--port");
        }
    }

    @Test
    void a_home_that_cannot_be_a_folder_is_named() throws Exception {
        Path file = Files.createFile(folder.resolve("file"));
        assertRefused(
                with(Map.of("SVC_HOME", file.resolve("home").toString())), ExitCode.HOME_NOT_WRITABLE, "SVC_HOME");
    }

    @ParameterizedTest
    @ValueSource(strings = {"journal", "journal/lock/x", "scrollback", "run", "locks"})
    void what_stands_in_the_place_of_a_file_or_folder_of_the_home_is_named(String stranger) throws Exception {
        Path file = folder.resolve("home").resolve(stranger);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "not svc's");
        // The first start also says that it made a password.
        Started.svc(folder, with(Map.of()), "serve").exitCode();
        String named = stranger.replace("/x", "");
        assertRefused(with(Map.of()), ExitCode.HOME_NOT_WRITABLE, named);
    }

    @Test
    void a_page_that_was_not_built_is_named_with_the_way_to_build_it() throws Exception {
        Path empty = Files.createDirectory(folder.resolve("empty"));
        assertRefused(with(Map.of("SVC_WEB_DIST", empty.toString())), ExitCode.NO_PAGE, "npm run build");
    }

    @Test
    void an_env_file_open_to_others_is_refused_with_the_command_that_mends_it() throws Exception {
        Path env = Files.writeString(folder.resolve("env"), "SVC_PORT=1\n");
        Files.setPosixFilePermissions(env, PosixFilePermissions.fromString("rw-r--r--"));
        assertRefused(with(Map.of("SVC_ENV_FILE", env.toString())), ExitCode.PERMISSION, "chmod 600");
    }

    @Test
    void a_second_server_on_one_home_names_the_first_and_leaves_it_running() throws Exception {
        Map<String, String> environment = with(Map.of());
        try (Started first = Started.svc(folder, environment, "serve")) {
            String address = first.address();
            try (Started second = Started.svc(folder, environment, "serve")) {
                assertThat(second.exitCode())
                        .isEqualTo(ExitCode.HOME_BUSY.number())
                        .isEqualTo(75);
                assertThat(second.err()).contains("pid=" + first.process().pid());
            }
            assertThat(get(address + "/healthz").body()).isEqualTo("{\"ok\":true}");
        }
    }

    @Test
    void two_instances_run_side_by_side() throws Exception {
        try (Started one = Started.svc(folder, with(Map.of("SVC_INSTANCE", "one")), "serve");
                Started two = Started.svc(folder, with(Map.of("SVC_INSTANCE", "two")), "serve")) {
            assertThat(get(one.address() + "/healthz").statusCode()).isEqualTo(200);
            assertThat(get(two.address() + "/healthz").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void it_ends_when_it_is_told_to_and_frees_its_home() throws Exception {
        Map<String, String> environment = with(Map.of());
        try (Started server = Started.svc(folder, environment, "serve")) {
            server.address();
            server.process().destroy();
            assertThat(server.exitCode()).isEqualTo(143);
        }
        try (Started next = Started.svc(folder, environment, "serve")) {
            assertThat(get(next.address() + "/healthz").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void a_killed_server_leaves_its_home_free() throws Exception {
        Map<String, String> environment = with(Map.of());
        try (Started server = Started.svc(folder, environment, "serve")) {
            server.address();
        }
        try (Started next = Started.svc(folder, environment, "serve")) {
            assertThat(get(next.address() + "/healthz").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void the_rehearsal_ends_by_itself_and_leaves_nothing_in_the_home() throws Exception {
        try (Started rehearsal = Started.svc(folder, with(Map.of()), "rehearse")) {
            assertThat(rehearsal.exitCode()).as(rehearsal.err()).isZero();
            assertThat(folder.resolve("home")).doesNotExist();
        }
    }

    private void assertRefused(Map<String, String> environment, ExitCode code, String wayOut) throws Exception {
        try (Started command = Started.svc(folder, environment, "serve")) {
            assertThat(command.exitCode()).as(command.err()).isEqualTo(code.number());
            assertThat(command.err()).startsWith("svc: ").contains(wayOut).doesNotContain("Exception");
            assertThat(command.err().strip().lines()).hasSize(1);
        }
    }

    /// A throw-away home, a page, and a free port, unless the test says otherwise.
    private Map<String, String> with(Map<String, String> changes) throws IOException {
        Path dist = Files.createDirectories(folder.resolve("dist"));
        Files.writeString(dist.resolve("index.html"), "<!doctype html><title>svc</title>");
        var environment = new HashMap<String, String>();
        environment.put("SVC_HOME", folder.resolve("home").toString());
        environment.put("SVC_WEB_DIST", dist.toString());
        environment.put("SVC_PORT", "0");
        environment.putAll(changes);
        return environment;
    }

    private static HttpResponse<String> get(String address) throws IOException, InterruptedException {
        try (var client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(URI.create(address)).build(), BodyHandlers.ofString());
        }
    }
}
