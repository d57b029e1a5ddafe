package dev.svc.server.update;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.svc.server.cli.Console;
import dev.svc.server.cli.ExitCode;
import dev.svc.server.cli.Svc;
import dev.svc.server.cli.update.AutoupdateCommand;
import dev.svc.server.update.release.Channel;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What `svc autoupdate` says to people and to programs.
class AutoupdateCommandTest {
    @TempDir
    private Path folder;

    private Host host;
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private boolean isCheckout;

    @BeforeEach
    void install() throws IOException {
        host = new Host(folder);
    }

    @AfterEach
    void end() {
        host.close();
    }

    @Test
    void a_check_tells_people_a_sentence_and_programs_every_field() throws Exception {
        host.origin.release("v1.1.0", "good");
        assertThat(run("--check")).isZero();
        assertThat(out.toString().strip()).isEqualTo("1.0.0 is installed, the channel stable offers 1.1.0.");
        out.getBuffer().setLength(0);

        assertThat(run("--check", "--json")).isZero();
        var told = new ObjectMapper().readTree(out.toString());
        assertThat(told.path("current").asText()).isEqualTo("1.0.0");
        assertThat(told.path("latest").asText()).isEqualTo("1.1.0");
        assertThat(told.path("channel").asText()).isEqualTo("stable");
        assertThat(told.path("newer").asBoolean()).isTrue();
        assertThat(told.path("notes").asText()).isEmpty();
        assertThat(host.running()).isEqualTo("1.0.0");
    }

    @Test
    void a_check_that_fails_is_a_sentence_beside_the_output_and_a_code() throws Exception {
        Files.move(host.origin.address(), folder.resolve("elsewhere"));
        assertThat(run("--check", "--json")).isOne();
        assertThat(out.toString()).isEmpty();
        assertThat(err.toString()).contains("cannot be asked");
    }

    @Test
    void each_answer_of_a_check_has_its_word() throws Exception {
        assertThat(offer()).isEqualTo("newest");
        host.origin.release("v1.1.0", "good");
        assertThat(offer()).isEqualTo("newer");
        isCheckout = true;
        assertThat(offer()).isEqualTo("not_installable");
        Files.move(host.origin.address(), folder.resolve("elsewhere"));
        assertThat(offer()).isEqualTo("unknown");
    }

    @Test
    void what_is_no_installed_release_is_not_updated_and_the_code_says_so() throws Exception {
        host.origin.release("v1.1.0", "good");
        isCheckout = true;
        assertThat(run()).isEqualTo(ExitCode.NOT_INSTALLED.number()).isEqualTo(4);
        assertThat(err.toString()).contains("1.1.0");
        assertThat(out.toString()).isEmpty();
        assertThat(run("--check")).isZero();
        assertThat(host.running()).isEqualTo("1.0.0");
    }

    private String offer() {
        return updates().check().offer();
    }

    @Test
    void an_update_itself_does_not_speak_json() {
        assertThat(run("--json")).isEqualTo(2);
        assertThat(err.toString()).contains("--json goes with --check");
        assertThat(host.version()).isEqualTo("1.0.0");
    }

    private int run(String... options) {
        var console = new Console(new PrintWriter(out, true), new PrintWriter(err, true), false);
        var words = new String[options.length + 1];
        words[0] = "autoupdate";
        System.arraycopy(options, 0, words, 1, options.length);
        return new Svc(List.of(new AutoupdateCommand(this::updates, _ -> host.update(), console)), console).run(words);
    }

    private Updates updates() {
        var root = host.releases.current().orElseThrow().source();
        var running = new Updates.Running(Optional.of(isCheckout ? folder : root), "1.0.0", "");
        return new Updates(
                host.paths,
                () -> host.wishes(Channel.STABLE),
                running,
                (_, _) -> {},
                Map.copyOf(System.getenv()),
                Clock.systemUTC());
    }
}
