package dev.svc.server.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.terminal.FaultyHost.Fault;
import dev.svc.server.terminal.host.Signal;
import dev.svc.server.terminal.host.Size;
import dev.svc.shared.control.Liveness;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LaunchIT {
    @TempDir
    Path temp;

    House house;

    @BeforeEach
    void build() throws IOException {
        house = new House(temp);
        house.pinning.script = "echo $$ >pid; echo up; cat";
    }

    @AfterEach
    void tearDown() {
        house.close();
    }

    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"START", "KEEPER"})
    void a_launch_that_fails_takes_back_every_step_and_can_be_tried_again(Fault fault) throws IOException {
        var session = house.stored("one");
        house.host.fault = fault;
        assertThatThrownBy(() -> house.terminals.open(house.from(session, 0, "tab")))
                .isInstanceOfAny(IOException.class, IllegalStateException.class);

        assertThat(house.terminals.count()).isZero();
        assertThat(Leftovers.of(temp)).isEmpty();
        assertThat(house.folder.resolve("pid"))
                .satisfiesAnyOf(
                        never -> assertThat(never).doesNotExist(),
                        begun -> assertThat(isRunning(begun)).isFalse());

        house.host.fault = Fault.NONE;
        assertThat(House.readUntil(house.terminals.open(house.from(session, 0, "tab")), "up"))
                .contains("up");
    }

    @Test
    void a_program_that_has_just_been_started_is_not_asked_to_paint_itself_again() throws IOException {
        var session = house.stored("one");
        house.pinning.script = "echo before";
        House.await(house.terminals.open(house.from(session, 0, "tab")), Output.Ended.class);
        house.pinning.script = "echo again; cat";

        House.readUntil(house.terminals.open(AttachRequest.of(session, Size.USUAL, "tab")), "again");
        assertThat(house.host.redraws).hasValue(0);
    }

    @Test
    void a_program_that_does_not_paint_itself_again_is_watched_all_the_same() throws IOException {
        var session = house.stored("one");
        House.readUntil(house.terminals.open(house.from(session, 0, "tab")), "up");
        house.host.fault = Fault.REDRAW;

        var second = house.terminals.open(AttachRequest.of(session, Size.USUAL, "other"));
        assertThat(House.readUntil(second, "up")).contains("up");
        assertThat(house.host.redraws).hasValue(1);
    }

    @Test
    void a_program_that_ends_while_it_is_being_adopted_is_none_that_runs() throws IOException {
        house.minting.script = "stty -echo; echo up; read -r id; echo x >$id.session; read -r end";
        var placeholder = House.placeholder();
        var viewer = house.terminals.open(house.fresh(placeholder));
        house.whenAdopted = () -> {
            var terminal = house.terminals.living().iterator().next();
            Waiting.until(() -> {
                terminal.signal(Signal.KILL);
                return terminal.exit() != null;
            });
        };
        House.readUntil(viewer, "up");
        viewer.write("real\n".getBytes(UTF_8));
        House.await(viewer, Output.Ended.class);
        viewer.close();
        Waiting.until(() -> house.terminals.nameless() == 0);

        assertThat(house.terminals.count()).isZero();
        assertThat(house.terminals.isLive(placeholder)).isFalse();
        assertThat(house.told).last().asString().isEqualTo("off engine_2:real");
        assertThat(Leftovers.of(temp)).isEmpty();
    }

    /// One that was ended before it had written its number into the file it had made does not run either.
    private static boolean isRunning(Path pidFile) throws IOException {
        var number = Files.readString(pidFile).strip();
        return !number.isEmpty()
                && ProcessHandle.of(Long.parseLong(number))
                        .filter(Liveness::isRunning)
                        .isPresent();
    }
}
