package dev.svc.server.terminal.attach;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.engine.Engines;
import dev.svc.server.engine.Launch;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import dev.svc.server.terminal.AttachRequest;
import dev.svc.server.terminal.House;
import dev.svc.server.terminal.attach.Attachment.End;
import dev.svc.server.terminal.host.Size;
import dev.svc.server.terminal.status.Explained;
import dev.svc.shared.waiting.Waiting;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AttachIT {
    private static final Size SMALL = new Size(60, 20);

    @TempDir
    Path temp;

    private House house;
    private AttachDoor door;
    private Path run;

    @BeforeEach
    void open() throws IOException {
        house = new House(temp);
        run = temp.resolve("door");
        door = AttachDoor.open(
                run, house.terminals, new Engines(List.of(house.pinning, house.minting)), new NoReplies());
    }

    @AfterEach
    void close() throws IOException {
        door.close();
        house.close();
    }

    /// One attached terminal of a test, with what it has shown.
    private static final class Attached implements Attachment.Listener, AutoCloseable {
        private final Attachment attachment;
        private final ByteArrayOutputStream screen = new ByteArrayOutputStream();
        private final AtomicBoolean writes = new AtomicBoolean();
        private final List<String> places = new CopyOnWriteArrayList<>();
        private final CompletableFuture<End> end;

        Attached(Path run, SessionId session, boolean looks) throws IOException {
            this(run, session.toString(), looks);
        }

        Attached(Path run, String session, boolean looks) throws IOException {
            attachment = Attachment.to(run);
            attachment.open(session, SMALL, looks);
            end = CompletableFuture.supplyAsync(this::pump, Thread::startVirtualThread);
        }

        private End pump() {
            try {
                return attachment.pump(screen, this);
            } catch (IOException closed) {
                return new End.Closed();
            }
        }

        @Override
        public void joined(String place) {
            places.add(place);
        }

        @Override
        public void writes(boolean mayWrite) {
            writes.set(mayWrite);
        }

        void type(String keys) throws IOException {
            attachment.type(keys.getBytes(UTF_8), keys.length());
        }

        void awaits(String text) {
            try {
                Waiting.until(() -> screen.toString(UTF_8).contains(text));
            } catch (AssertionError never) {
                var how = end.isDone() ? ", and then " + end.join() : "";
                throw new AssertionError(
                        "instead of '%s' came '%s'%s".formatted(text, screen.toString(UTF_8), how), never);
            }
        }

        @Override
        public void close() throws IOException {
            attachment.close();
        }
    }

    @Test
    void a_session_is_started_in_the_size_of_the_terminal_and_typed_into() throws IOException {
        house.pinning.script = "stty size; cat";
        try (var attached = new Attached(run, house.stored("one"), false)) {
            attached.awaits("20 60\r\n");
            attached.type("hello\n");
            attached.awaits("hello\r\nhello");
        }
    }

    @Test
    void a_status_is_told_without_attaching() throws Exception {
        var id = house.stored("one");
        try (var attached = new Attached(run, id, false)) {
            attached.awaits("up");
            Waiting.until(() -> house.terminals.explain(id).isPresent());
            try (var asking = Attachment.to(run)) {
                assertThat(asking.ask(id.toString()))
                        .contains(new Explained(Status.IDLE, "no rule holds (no rules)", ""));
            }
        }
    }

    @Test
    void the_status_of_what_does_not_run_is_off_and_of_what_is_unknown_refused() throws Exception {
        try (var asking = Attachment.to(run)) {
            assertThat(asking.ask(house.stored("one").toString()))
                    .contains(new Explained(Status.OFF, "no terminal", ""));
        }
        try (var asking = Attachment.to(run)) {
            assertThatThrownBy(() -> asking.ask("engine_99:x")).hasMessage("There is no session engine_99:x.");
        }
    }

    @Test
    void detaching_leaves_the_program_running_and_attaching_again_shows_its_screen() throws IOException {
        var id = house.stored("one");
        try (var first = new Attached(run, id, false)) {
            first.awaits("up");
            first.type("remembered\n");
            first.awaits("remembered\r\nremembered");
        }
        assertThat(house.terminals.isLive(id)).isTrue();
        try (var again = new Attached(run, id, false)) {
            again.awaits("remembered\r\nremembered");
        }
    }

    @Test
    void a_question_in_what_came_before_is_not_asked_again() throws IOException {
        house.pinning.script = "printf 'before\\033[6n\\033[c\\033]11;?\\007 up\\n'; cat";
        var id = house.stored("one");
        try (var first = new Attached(run, id, false)) {
            first.awaits("up");
        }
        try (var again = new Attached(run, id, false)) {
            again.awaits("before up");
            assertThat(again.screen.toString(UTF_8)).doesNotContain("\033[6n", "\033[c", "]11;?");
        }
    }

    @Test
    void whoever_attaches_takes_the_keyboard_and_learns_when_another_takes_it() throws IOException {
        var id = house.stored("one");
        house.terminals.open(AttachRequest.of(id, Size.USUAL, "tab"));
        try (var attached = new Attached(run, id, false)) {
            Waiting.until(attached.writes::get);
            assertThat(house.told).contains("taken over " + id + " terminal-of-this-host");
            house.terminals.open(AttachRequest.of(id, Size.USUAL, "tab")).takeOver();
            Waiting.until(() -> !attached.writes.get());
        }
    }

    @Test
    void looking_writes_nothing_and_starts_nothing() throws Exception {
        var id = house.stored("one");
        try (var looking = new Attached(run, id, true)) {
            assertThat(looking.end.get())
                    .isInstanceOfSatisfying(
                            End.Refused.class, it -> assertThat(it.sentence()).contains("without --view"));
        }
        var writer = house.terminals.open(AttachRequest.of(id, Size.USUAL, "tab"));
        try (var looking = new Attached(run, id, true)) {
            looking.awaits("up");
            looking.type("ignored\n");
            writer.write("seen\n".getBytes(UTF_8));
            looking.awaits("seen\r\nseen");
            assertThat(looking.screen.toString(UTF_8)).doesNotContain("ignored");
        }
    }

    @Test
    void what_runs_outside_is_joined_and_its_place_told() throws IOException {
        var id = house.stored("one");
        house.outside.runsOn(id, true);
        house.outside.isJoinedBy(id, Launch.of("/bin/sh", "-c", "echo joined; cat"));
        for (boolean looks : new boolean[] {false, true}) {
            try (var attached = new Attached(run, id, looks)) {
                attached.awaits("joined");
                assertThat(attached.places).containsExactly("tmux main:2.1");
            }
        }
        assertThat(house.terminals.isJoined(id)).isTrue();
    }

    @Test
    void looking_joins_what_runs_outside() throws IOException {
        var id = house.stored("one");
        house.outside.runsOn(id, true);
        house.outside.isJoinedBy(id, Launch.of("/bin/sh", "-c", "echo joined; cat"));
        try (var looking = new Attached(run, id, true)) {
            looking.awaits("joined");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void what_cannot_be_joined_is_refused_with_what_is_left_to_do(boolean sure) throws Exception {
        var id = house.stored("one");
        house.outside.runsOn(id, sure);
        try (var attached = new Attached(run, id, false)) {
            assertThat(attached.end.get()).isEqualTo(new End.Refused("Its terminal cannot be shared."));
        }
        assertThat(house.terminals.isLive(id)).isFalse();
    }

    @Test
    void what_svc_started_has_no_place_outside() throws IOException {
        try (var attached = new Attached(run, house.stored("one"), false)) {
            attached.awaits("up");
            assertThat(attached.places).isEmpty();
        }
    }

    @Test
    void the_end_of_the_program_is_told_with_its_code() throws Exception {
        house.pinning.script = "echo up; read -r line; exit 3";
        try (var attached = new Attached(run, house.stored("one"), false)) {
            attached.awaits("up");
            attached.type("\n");
            assertThat(attached.end.get()).isEqualTo(new End.Ended("code 3"));
        }
    }

    @Test
    void a_session_that_nobody_knows_is_refused_with_a_sentence() throws Exception {
        try (var attached = new Attached(run, "claude:nobody", false)) {
            assertThat(attached.end.get()).isEqualTo(new End.Refused("There is no such session."));
        }
        try (var attached = new Attached(run, "../../etc", false)) {
            assertThat(attached.end.get()).isInstanceOf(End.Refused.class);
        }
    }

    @Test
    void the_socket_lies_where_only_its_owner_reaches_it_and_goes_with_the_server() throws IOException {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(run)))
                .isEqualTo("rwx------");
        door.close();
        assertThatThrownBy(() -> Attachment.to(run)).isInstanceOf(IOException.class);
    }
}
