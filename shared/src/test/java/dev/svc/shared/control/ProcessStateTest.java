package dev.svc.shared.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProcessStateTest {
    private static final String FIELDS =
            " S 7 41 41 34816 43 4194304 1 0 0 0 0 0 0 0 20 0 8 0 99 58 51 1 0 0 0 0 0 0 0 0 0 0 0 0 17 1 0 0 0 0 0 "
                    + "0 0 0 7000 7012 0 0 0\n";

    @TempDir
    Path proc;

    private ProcessState told(String stat) throws IOException {
        Files.writeString(
                Files.createDirectories(proc.resolve("41")).resolve("stat"), stat, StandardCharsets.ISO_8859_1);
        return ProcessState.of(proc, 41);
    }

    @ParameterizedTest
    @ValueSource(strings = {"(claude)", "(a ) (b)", "()", "( ) S 1 1)", "(\u00e9\u00ff)"})
    void a_name_may_be_anything(String name) throws IOException {
        var state = told("41 " + name + FIELDS);
        assertThat(state.parent()).isEqualTo(7);
        assertThat(state.foreground()).isEqualTo(43);
        assertThat(state.start()).isEqualTo("99");
        assertThat(state.words()).isEqualTo("7000-7012");
        assertThat(state.isZombie()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Z", "X"})
    void one_that_has_exited_is_a_zombie(String letter) throws IOException {
        assertThat(told("41 (\u00e9) " + letter + " 7").isZombie()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "41", "41 (x)", "41 (x) ", "41 (x) S", "41 (x) S 7 1", "41 (x) S a b c", "\0\0\0"})
    void what_the_system_does_not_tell_is_not_made_up(String stat) throws IOException {
        var state = told(stat);
        assertThatThrownBy(state::start).isInstanceOf(IOException.class);
        assertThatThrownBy(state::foreground).isInstanceOf(IOException.class);
        assertThatThrownBy(state::words).isInstanceOf(IOException.class);
    }

    @Test
    void a_process_that_does_not_exist_has_no_state() {
        assertThatThrownBy(() -> ProcessState.of(proc, 42)).isInstanceOf(IOException.class);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void a_process_of_this_machine_is_known() throws IOException {
        var child = new ProcessBuilder("sleep", "1000").start();
        try {
            var state = ProcessState.of(child.pid());
            assertThat(state.parent()).isEqualTo(ProcessHandle.current().pid());
            assertThat(state.start()).isEqualTo(ProcessState.of(child.pid()).start());
            assertThat(state.startedAt()).isEqualTo(child.info().startInstant().orElseThrow());
            assertThat(state.isZombie()).isFalse();
        } finally {
            child.destroyForcibly();
        }
        Waiting.until(() -> "its end", () -> !child.isAlive());
    }
}
