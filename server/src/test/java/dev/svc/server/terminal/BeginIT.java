package dev.svc.server.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.terminal.AttachRequest.Join;
import dev.svc.server.terminal.host.Size;
import dev.svc.server.terminal.launch.Refusal;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// How a session begins: its first prompt, the command that will run, and a folder that is gone.
class BeginIT {
    private static final SessionId NEW = new SessionId(EngineKey.CLAUDE_CODE, "new");

    @TempDir
    Path temp;

    House house;

    @BeforeEach
    void build() throws IOException {
        house = new House(temp);
        house.pinning.script = "stty -opost; pwd; printf '<%s>' \"$@\"; echo up; cat";
    }

    @AfterEach
    void tearDown() {
        house.close();
    }

    private AttachRequest prompted(SessionId session) {
        return new AttachRequest(
                session, Size.USUAL, null, true, house.folder, false, "tab", false, null, true, Join.NO, false);
    }

    private AttachRequest in(SessionId session, @Nullable Path folder) {
        return new AttachRequest(session, Size.USUAL, null, false, folder, false, "tab", false);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Fix it", "--version", "$(touch evil); `touch evil`", "two\nlines 'and \"quotes", "größer"})
    void the_first_prompt_is_one_argument_and_no_shell_reads_it(String prompt) throws IOException {
        house.terminals.prompt(NEW, prompt);

        assertThat(House.readUntil(house.terminals.open(prompted(NEW)), "up")).contains("<new><--><" + prompt + ">");
        assertThat(house.folder).isEmptyDirectory();
    }

    @Test
    void a_prompt_is_written_nowhere_and_gone_once_its_program_runs() throws IOException {
        house.terminals.prompt(NEW, "canary");
        House.await(house.terminals.open(prompted(NEW)), Output.Live.class);

        try (Stream<Path> files = Files.walk(temp)) {
            var kept = files.filter(Files::isRegularFile)
                    .filter(file -> !file.startsWith(temp.resolve("rings-a"))) // what the program itself prints
                    .toList();
            assertThat(kept)
                    .isNotEmpty()
                    .allSatisfy(file ->
                            assertThat(Files.readAllBytes(file)).asString().doesNotContain("canary"));
        }
        house.terminals.end(NEW);
        Waiting.until(() -> !house.terminals.isLive(NEW));
        assertThatThrownBy(() -> house.terminals.open(prompted(NEW)))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("begin again");
    }

    @Test
    void a_prompt_that_nobody_came_for_is_dropped() {
        house.terminals.prompt(NEW, "Fix it");
        house.clock.ahead = Duration.ofMinutes(3);

        assertThatThrownBy(() -> house.terminals.open(prompted(NEW))).isInstanceOf(Refusal.class);
        assertThat(house.terminals.count()).isZero();
    }

    @Test
    void the_command_is_shown_as_it_will_run() throws IOException {
        var shown = house.terminals.command(prompted(NEW));
        assertThat(shown.argv()).startsWith("/bin/sh", "-c").endsWith("new", "--", "");
        assertThat(shown.prompted()).isTrue();
        assertThat(shown.folder()).isEqualTo(house.folder);
        assertThat(house.terminals.command(house.fresh(NEW)).argv()).endsWith("new");
        assertThat(house.terminals.count()).isZero();
    }

    @Test
    void a_session_whose_folder_is_gone_resumes_in_another_one() throws IOException {
        var session = house.stored("one");
        Files.delete(house.folder);
        var other = Files.createDirectory(temp.resolve("other")).toRealPath();

        assertThat(house.terminals.command(in(session, null)).exists()).isFalse();
        assertThatThrownBy(() -> house.terminals.open(in(session, null)))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("is gone");
        assertThat(House.readUntil(house.terminals.open(in(session, other)), "up"))
                .startsWith(other.toString());
        assertThat(house.terminals.running())
                .singleElement()
                .satisfies(it -> assertThat(it.folder()).isEqualTo(other));
    }

    @Test
    void a_program_that_stays_in_its_folder_is_not_resumed_in_another_one() throws IOException {
        var session = new SessionId(EngineKey.CODEX, "one");
        var facts = house.stored.get(house.stored("one"));
        house.stored.put(session, facts);
        var other = Files.createDirectory(temp.resolve("other"));

        assertThat(house.terminals.command(in(session, null)).moves()).isFalse();
        assertThatThrownBy(() -> house.terminals.open(in(session, other)))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("in its own folder only");
    }
}
