package dev.svc.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.Canary;
import dev.svc.server.auth.passkey.SignatureKind;
import dev.svc.server.auth.passkey.SoftPasskey;
import dev.svc.server.cli.account.ClearTwoFactorCommand;
import dev.svc.server.cli.account.ResetPasswordCommand;
import dev.svc.shared.audit.HostChangeLog;
import dev.svc.shared.audit.HostChangeLog.What;
import dev.svc.shared.audit.HostChangeLog.Who;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.Platform;
import dev.svc.shared.file.OwnerOnly;
import dev.svc.shared.secret.PasswordHash;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecoveryCommandsTest {
    private static final String GOOD = Canary.PASSWORD;

    @TempDir
    private Path home;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final Deque<String> typed = new ArrayDeque<>();
    private String piped = "";

    @Test
    void without_an_option_a_random_password_is_made_and_printed_once() {
        assertThat(run("reset-password")).isZero();
        String shown = out.toString().strip();
        assertThat(hash().matches(shown)).isTrue();
        assertThat(err.toString()).doesNotContain(shown);
        assertThat(env()).doesNotContain(shown);
    }

    @Test
    void passkeys_end_with_the_password_and_a_file_of_them_that_is_damaged_does_not_stand_in_its_way()
            throws IOException {
        var soft = new SoftPasskey(SignatureKind.ES256, "https://svc.example.org", "svc.example.org");
        var file = home.resolve("passkeys.json");
        OwnerOnly.write(file, soft.written());
        assertThat(run("reset-password")).isZero();
        assertThat(Files.readString(file)).contains("passkeys").doesNotContain(soft.id);
        assertThat(err.toString()).contains("passkeys that were ended: 1");

        OwnerOnly.write(file, "damaged");
        assertThat(run("reset-password")).isZero();
        assertThat(hash().matches(out.toString().strip().lines().toList().getLast()))
                .isTrue();
        assertThat(file).hasContent("damaged");
    }

    @Test
    void one_line_of_standard_input_is_the_password_whatever_follows() {
        piped = GOOD + "\nand more\n";
        assertThat(run("reset-password", "--stdin")).isZero();
        assertThat(hash().matches(GOOD)).isTrue();
        assertThat(out.toString() + err).doesNotContain(GOOD);
    }

    @Test
    void a_password_that_a_person_chose_needs_no_forced_change_and_a_made_one_leaves_it() throws IOException {
        config().envFile().change(Map.of("SVC_FORCE_PASSWORD_CHANGE", "1"));
        run("reset-password");
        assertThat(env()).contains("SVC_FORCE_PASSWORD_CHANGE=1");
        piped = GOOD + "\n";
        run("reset-password", "--stdin");
        assertThat(env()).contains("SVC_FORCE_PASSWORD_CHANGE=0");
    }

    @Test
    void the_prompt_asks_twice_and_takes_what_is_the_same() {
        typed.addAll(List.of(GOOD, GOOD));
        assertThat(run("reset-password", "--prompt")).isZero();
        assertThat(hash().matches(GOOD)).isTrue();
    }

    @Test
    void two_different_answers_a_short_one_no_terminal_and_an_empty_pipe_change_nothing() {
        typed.addAll(List.of(GOOD, GOOD + "!"));
        assertThat(run("reset-password", "--prompt")).isEqualTo(ExitCode.FAILED.number());
        piped = "eleven char\n";
        assertThat(run("reset-password", "--stdin")).isEqualTo(ExitCode.FAILED.number());
        assertThat(err.toString()).contains("11 characters. At least 12 are needed.");
        assertThat(run("reset-password", "--prompt")).isEqualTo(ExitCode.USAGE.number());
        piped = "";
        assertThat(run("reset-password", "--stdin")).isEqualTo(ExitCode.USAGE.number());
        assertThat(home.resolve("env")).doesNotExist();
    }

    @Test
    void a_password_as_an_argument_and_two_ways_at_once_are_refused() {
        assertThat(run("reset-password", GOOD)).isEqualTo(ExitCode.USAGE.number());
        assertThat(run("reset-password", "--stdin", "--prompt")).isEqualTo(ExitCode.USAGE.number());
        assertThat(home.resolve("env")).doesNotExist();
    }

    @Test
    void clearing_two_factor_removes_its_file_and_says_when_there_was_none() throws IOException {
        Files.writeString(home.resolve("2fa.json"), "{}");
        assertThat(run("clear-2fa")).isZero();
        assertThat(home.resolve("2fa.json")).doesNotExist();
        assertThat(run("clear-2fa")).isZero();
        assertThat(out.toString()).contains("Two-factor is off", "Two-factor was off");
    }

    @Test
    void another_file_can_be_named() throws IOException {
        Path elsewhere = Files.writeString(home.resolve("elsewhere.json"), "{}");
        assertThat(run("clear-2fa", "--file", elsewhere.toString())).isZero();
        assertThat(elsewhere).doesNotExist();
    }

    @Test
    void the_journal_can_be_told_who_asked_and_only_those_it_knows() throws IOException {
        assertThat(run("reset-password", "--by", "tray")).isZero();
        assertThat(deeds().take(What.PASSWORD)).contains(Who.TRAY);
        assertThat(run("reset-password")).isZero();
        assertThat(deeds().take(What.PASSWORD)).contains(Who.CLI);
        assertThat(run("clear-2fa", "--by", "tray")).isZero();
        assertThat(deeds().take(What.SECOND_FACTOR)).as("nothing was done").isEmpty();
        Files.writeString(home.resolve("2fa.json"), "{}");
        assertThat(run("clear-2fa", "--by", "tray")).isZero();
        assertThat(deeds().take(What.SECOND_FACTOR)).contains(Who.TRAY);
        for (String stranger : List.of("admin", "TRAY", "")) {
            assertThat(run("reset-password", "--by", stranger)).isEqualTo(ExitCode.USAGE.number());
        }
        assertThat(err.toString()).contains("it takes cli or tray.");
    }

    private HostChangeLog deeds() {
        return HostChangeLog.of(config().home());
    }

    private int run(String... arguments) {
        var console = new Console(new PrintWriter(out, true), new PrintWriter(err, true), false);
        var source = new ResetPasswordCommand.PasswordSource() {
            @Override
            public @Nullable String ask(String question) {
                return typed.poll();
            }

            @Override
            public BufferedReader standardInput() {
                return new BufferedReader(new StringReader(piped));
            }
        };
        var reset = new ResetPasswordCommand(this::config, console, source, new SecureRandom());
        return new Svc(List.of(reset, new ClearTwoFactorCommand(this::config, console)), console).run(arguments);
    }

    private Config config() {
        var environment = Map.of("SVC_HOME", home.toString());
        return Config.load(new Platform(Platform.Family.LINUX, home, environment), null);
    }

    private PasswordHash hash() {
        String text = config().envFile().read().getOrDefault("SVC_PASSWORD_HASH", "");
        return PasswordHash.find(text).orElseThrow();
    }

    private String env() {
        try {
            return Files.readString(home.resolve("env"));
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
