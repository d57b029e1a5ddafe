package dev.svc.shared.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.shared.config.Platform;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandTest {
    @TempDir
    private Path folder;

    private FakeHost host;

    @BeforeEach
    void host() throws IOException {
        host = new FakeHost(folder, Platform.Family.LINUX);
    }

    @Test
    void what_is_run_gets_its_words_as_they_are_and_its_input() throws IOException {
        Path echo = host.program("say", "printf '%s|' \"$@\"; cat");
        var outcome = host.command().run(Waiting.PATIENCE, List.of(echo.toString(), "a b", "$HOME;"), "line");
        assertThat(outcome.output()).isEqualTo("a b|$HOME;|line");
        assertThat(outcome.succeeded()).isTrue();
    }

    @Test
    void what_does_not_end_in_time_is_ended() throws IOException {
        Path slow = host.program("slow", "exec sleep 1000");
        assertThatThrownBy(() -> host.command().run(Duration.ofMillis(200), List.of(slow.toString())))
                .isInstanceOf(ControlException.class)
                .hasMessageContaining("did not end");
    }

    @Test
    void what_cannot_be_run_is_a_sentence() {
        assertThatThrownBy(() -> host.command().run(Waiting.PATIENCE, List.of("/nowhere/svc")))
                .isInstanceOf(ControlException.class)
                .hasMessageContaining("/nowhere/svc cannot be run");
    }

    @Test
    void programs_are_looked_for_on_the_path_of_the_environment_alone() throws IOException {
        Path said = host.program("say", "exit 0");
        assertThat(host.command().find("say")).contains(said);
        assertThat(host.command().find("nothing-of-this-name")).isEmpty();
    }
}
