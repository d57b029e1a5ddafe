package dev.svc.server.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.svc.server.engine.Launch;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.terminal.AttachRequest.Join;
import dev.svc.server.terminal.host.Exit;
import dev.svc.server.terminal.host.Size;
import dev.svc.server.terminal.launch.Refusal;
import dev.svc.server.terminal.launch.Refusal.Reason;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.Thread.State;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TerminalsIT {
    private static final Size WIDE = new Size(120, 41);

    @TempDir
    Path temp;

    House house;

    @BeforeEach
    void build() throws IOException {
        house = new House(temp);
    }

    @AfterEach
    void tearDown() {
        house.close();
    }

    @Test
    void a_stored_session_is_resumed_in_its_folder_with_a_built_environment() throws IOException {
        house.pinning.script = "echo $0 $1; pwd; env; echo end; cat";
        var viewer = open(house.stored("one"));

        assertThat(House.readUntil(viewer, "end\r\n"))
                .contains("one resume")
                .contains(house.folder.toString())
                .contains("TERM=xterm-256color", "COLORTERM=truecolor")
                .doesNotContain("SVC_", "canary");
    }

    /// Its answers stand in a queue that nobody empties, while all programs that print little are read by one thread.
    @Test
    void a_program_that_asks_and_asks_and_takes_no_answer_is_read_on_and_holds_nobody_up() throws IOException {
        house.pinning.script = """
                stty raw -echo
                asks=$(printf '\\033]7501;?\\033\\\\%.0s' $(seq 100))
                for i in $(seq 300); do printf '%s' "$asks"; sleep 0.002; done
                echo asked; sleep 1000
                """;
        var asking = open(house.stored("asking"));
        house.pinning.script = "stty -echo; echo up; cat";
        var other = open(house.stored("other"));
        House.readUntil(other, "up");

        House.readUntil(asking, "asked");
        other.write("still here\n".getBytes(UTF_8));
        assertThat(House.readUntil(other, "still here")).contains("still here");
    }

    @Test
    void a_program_that_takes_no_keys_is_resized_opened_again_and_left() throws Exception {
        house.pinning.script = "stty raw -echo; echo up; sleep 1000";
        var first = open(house.stored("busy"));
        House.readUntil(first, "up");
        first.write(new byte[1 << 20]);

        first.resize(new Size(100, 30));
        var again = open(house.stored("busy"));
        assertThat(House.readUntil(again, "up")).contains("up");
        again.close();
        first.close();
    }

    @Test
    void a_hundred_openings_at_once_start_one_program() throws Exception {
        house.pinning.script = "echo started >>log; echo up; cat";
        var id = house.stored("one");
        var viewers = new ArrayList<Viewer>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var openings = IntStream.range(0, 100)
                    .<Callable<Viewer>>mapToObj(i -> () -> open(id))
                    .toList();
            for (var opened : threads.invokeAll(openings)) {
                viewers.add(opened.get());
            }
        }

        viewers.forEach(viewer -> House.readUntil(viewer, "up"));
        assertThat(Files.readAllLines(house.folder.resolve("log"))).hasSize(1);
        assertThat(house.terminals.count()).isEqualTo(1);
    }

    @Test
    void a_session_that_a_program_outside_works_on_gets_no_second_one_whoever_insists() throws IOException {
        var id = house.stored("one");
        house.outside.runsOn(id, true);
        for (boolean insists : List.of(false, true)) {
            var refused = catchThrowableOfType(Refusal.class, () -> house.terminals.open(insisting(id, insists)));
            assertThat(refused.reason()).isEqualTo(Reason.HELD);
            assertThat(refused.sentence()).isEqualTo("A program outside svc is on this session.");
        }
        assertThat(house.terminals.isLive(id)).isFalse();
        house.outside.ends(id);
        assertThat(open(id).hello().session()).isEqualTo(id);
    }

    @Test
    void what_runs_outside_is_said_also_in_the_moment_when_its_store_does_not_list_it() {
        var id = new SessionId(EngineKey.CLAUDE_CODE, "written-anew");
        house.outside.runsOn(id, true);

        var refused = catchThrowableOfType(Refusal.class, () -> house.terminals.open(insisting(id, false)));

        assertThat(refused.reason()).isEqualTo(Reason.HELD);
    }

    @Test
    void where_a_program_outside_is_only_likely_somebody_may_insist() throws IOException {
        var id = house.stored("one");
        house.outside.runsOn(id, false);
        var refused = catchThrowableOfType(Refusal.class, () -> open(id));
        assertThat(refused.reason()).isEqualTo(Reason.HELD);
        house.terminals.open(insisting(id, true));
        assertThat(house.terminals.isLive(id)).isTrue();
    }

    @Test
    void what_runs_outside_is_joined_by_one_more_terminal_on_it() throws IOException {
        var id = house.stored("one");
        house.outside.runsOn(id, true);
        house.outside.isJoinedBy(id, Launch.of("/bin/sh", "-c", "echo joined; exec cat"));
        var first = house.terminals.open(joining(id, "first"));
        House.readUntil(first, "joined");
        var second = house.terminals.open(joining(id, "second"));
        House.readUntil(second, "joined");
        assertThat(house.terminals.isJoined(id)).isTrue();
        assertThat(house.terminals.count()).isEqualTo(1);
        house.terminals.endAll(List.of(id));
        assertThat(house.terminals.resumption().all()).isEmpty();
    }

    @Test
    void what_is_joined_has_its_own_size_while_it_is_decided_there() throws IOException {
        var id = joinable();
        house.outside.draws(id, WIDE);
        var viewer = house.terminals.open(joining(id, "tab"));
        assertThat(viewer.hello().size()).isEqualTo(WIDE);
        assertThat(viewer.hello().fixed()).isTrue();
        House.readUntil(viewer, "size 41 120");
        viewer.resize(new Size(50, 30));
        house.outside.draws(id, new Size(100, 31));
        house.terminals.drawAsOutside();
        assertThat(House.await(viewer, Output.Resized.class)).isEqualTo(new Output.Resized(new Size(100, 31), true));
        House.readUntil(viewer, "size 31 100");
    }

    @Test
    void what_is_joined_has_the_writers_size_again_once_nobody_decides_it_there() throws IOException {
        var id = joinable();
        house.outside.draws(id, WIDE);
        var viewer = house.terminals.open(joining(id, "tab"));
        house.outside.draws(id, null);
        house.terminals.drawAsOutside();
        assertThat(House.await(viewer, Output.Resized.class)).isEqualTo(new Output.Resized(WIDE, false));
        viewer.resize(new Size(50, 30));
        House.readUntil(viewer, "size 30 50");
    }

    @Test
    void where_nobody_can_say_how_it_is_drawn_its_size_stays() throws IOException {
        var id = joinable();
        house.outside.draws(id, WIDE);
        var viewer = house.terminals.open(joining(id, "tab"));
        house.outside.ends(id);
        house.terminals.drawAsOutside();
        viewer.resize(new Size(50, 30));
        assertThat(house.terminals.open(joining(id, "second")).hello().size()).isEqualTo(WIDE);
    }

    /// A terminal of this host could not show a larger picture; what is joined shows a part of itself then.
    @Test
    void a_terminal_of_this_host_decides_the_size_while_it_writes() throws IOException {
        var id = joinable();
        house.outside.draws(id, WIDE);
        var page = house.terminals.open(joining(id, "tab"));
        var attached = house.terminals.open(attaching(id));
        assertThat(attached.hello().size()).isEqualTo(new Size(60, 20));
        page.takeOver();
        assertThat(House.await(attached, Output.Resized.class).size()).isEqualTo(WIDE);
    }

    @Test
    void what_is_joined_is_shown_whole_again_once_a_terminal_of_this_host_has_left() throws IOException {
        var id = joinable();
        house.outside.draws(id, WIDE);
        var attached = house.terminals.open(attaching(id));
        var page = house.terminals.open(joining(id, "tab"));
        attached.close();
        assertThat(House.await(page, Output.Resized.class)).isEqualTo(new Output.Resized(WIDE, true));
    }

    private static AttachRequest attaching(SessionId session) {
        return new AttachRequest(
                session, new Size(60, 20), null, false, null, false, "here", true, null, false, Join.IF_THERE, true);
    }

    /// Says each size that it is given.
    private SessionId joinable() {
        var id = house.stored("one");
        house.outside.runsOn(id, true);
        house.outside.isJoinedBy(id, Launch.of("/bin/sh", "-c", """
                        said=''
                        while :; do
                            now=$(stty size)
                            [ "$now" = "$said" ] || echo "size $now"
                            said=$now
                            sleep 0.05
                        done
                        """));
        return id;
    }

    @Test
    void nothing_is_joined_where_nothing_runs_or_nothing_leads_there() throws IOException {
        var id = house.stored("one");
        var nobody = catchThrowableOfType(Refusal.class, () -> house.terminals.open(joining(id, "tab")));
        assertThat(nobody.sentence()).isEqualTo("Nothing runs on this session outside svc: resume it.");
        house.outside.runsOn(id, true);
        var noWay = catchThrowableOfType(Refusal.class, () -> house.terminals.open(joining(id, "tab")));
        assertThat(noWay.reason()).isEqualTo(Reason.HELD);
        assertThat(noWay.sentence()).isEqualTo("A program outside svc is on this session.");
        assertThat(house.terminals.isLive(id)).isFalse();
    }

    private static AttachRequest joining(SessionId session, String viewer) {
        return new AttachRequest(
                session, Size.USUAL, null, false, null, false, viewer, false, null, false, Join.YES, false);
    }

    private static AttachRequest insisting(SessionId session, boolean insists) {
        return new AttachRequest(session, Size.USUAL, null, false, null, false, "tab", insists);
    }

    @Test
    void ending_many_returns_when_all_have_ended() throws IOException {
        var one = house.stored("one");
        var two = house.stored("two");
        openReady(one, "tab");
        openReady(two, "tab");
        house.terminals.endAll(List.of(one, two));
        assertThat(house.terminals.count()).isZero();
    }

    @Test
    void a_session_that_was_written_a_moment_ago_is_looked_for_before_it_is_refused() throws IOException {
        var id = house.stored("one");
        house.justWritten.put(id, Objects.requireNonNull(house.stored.remove(id)));
        openReady(id, "tab");
        assertThat(house.terminals.count()).isOne();
    }

    @Test
    void killing_all_asks_no_program() throws IOException {
        house.pinning.script = "trap '' HUP INT QUIT TERM; echo up; while :; do sleep 1000; done";
        openReady(house.stored("one"), "tab");
        openReady(house.stored("two"), "tab");
        house.terminals.killAll();
        assertThat(house.terminals.count()).isZero();
    }

    @Test
    void a_program_that_is_being_started_is_killed_with_the_others_and_none_starts_after_it() throws Exception {
        var begun = new CountDownLatch(1);
        var killing = Thread.ofPlatform().unstarted(house.terminals::killAll);
        house.host.beforeStart = () -> {
            begun.countDown();
            Waiting.until(() -> Set.of(State.TIMED_WAITING, State.TERMINATED).contains(killing.getState()));
        };
        var one = house.stored("one");
        var opening = Executors.newVirtualThreadPerTaskExecutor().submit(() -> open(one));
        Waiting.countedDown(begun);
        killing.start();
        Waiting.result(opening);
        killing.join();

        assertThat(house.terminals.count()).isZero();
        assertThat(refusal(() -> open(house.stored("two"))).sentence()).contains("svc is stopping");
    }

    @Test
    void a_reconnecting_viewer_gets_exactly_what_it_missed() throws IOException {
        var id = house.stored("one");
        var first = openReady(id, "tab");
        first.write("abc\n".getBytes(UTF_8));
        String seen = "up\r\n" + House.readUntil(first, "abc\r\nabc\r\n");
        first.close();

        var second = house.terminals.open(house.from(id, seen.length(), "tab"));
        second.write("def\n".getBytes(UTF_8));

        assertThat(second.hello().reset()).isFalse();
        assertThat(House.readUntil(second, "def\r\ndef")).startsWith("def\r\ndef");
    }

    @Test
    void the_end_of_a_program_is_told_after_its_last_byte_and_frees_everything() throws IOException {
        house.pinning.script = "echo bye; exit 5";
        var id = house.stored("one");
        var viewer = open(id);

        assertThat(House.readUntil(viewer, "bye\r\n")).isEqualTo("bye\r\n");
        assertThat(House.await(viewer, Output.Ended.class).exit()).isEqualTo(new Exit(5, null));
        Waiting.until(() -> house.told.contains("off " + id));
        assertThat(house.terminals.isLive(id)).isFalse();
        assertThat(temp.resolve("locks").toFile().list()).containsExactly("guard");
    }

    /// As when somebody resumes a session in the moment in which its program ends: the end waits for the session's
    /// lock.
    @Test
    void what_follows_the_end_of_a_program_takes_nothing_of_the_next_one() throws Exception {
        house.pinning.script = "stty -echo; echo up; read -r line";
        var id = house.stored("one");
        var first = openReady(id, "tab");
        var ending = house.terminals.living().iterator().next();
        var next = house.terminals.scrollback(id, ring -> {
            first.write("\n".getBytes(UTF_8));
            Waiting.until(() -> ending.exit() != null);
            house.pinning.script = "echo up; cat";
            return open(id);
        });
        assertThat(ending.endsWithin(Waiting.PATIENCE)).isTrue();

        House.readUntil(next.orElseThrow(), "up\r\n");
        assertThat(house.told.lastIndexOf("idle " + id)).isGreaterThan(house.told.lastIndexOf("off " + id));
        assertThat(temp.resolve("locks").toFile().list()).hasSize(2).contains("guard");
        house.abandon();
        try (var restarted = new House(temp)) {
            assertThat(restarted.terminals.recover()).isEqualTo(1);
        }
    }

    @Test
    void only_the_writer_is_heard_and_its_size_holds() throws IOException {
        var id = house.stored("one");
        var writer = openReady(id, "first");
        var watcher = open(id, "second");
        watcher.write("not me\n".getBytes(UTF_8));
        watcher.resize(new Size(10, 10));
        writer.resize(new Size(90, 30));
        writer.write("me\n".getBytes(UTF_8));

        assertThat(House.readUntil(watcher, "me\r\nme")).doesNotContain("not");
        assertThat(watcher.hello().writer()).isFalse();
        assertThat(watcher.hello().holder()).isEqualTo("first");
        assertThat(open(id, "third").hello().size()).isEqualTo(new Size(90, 30));
    }

    @Test
    void the_role_is_free_at_once_when_its_socket_closes() throws IOException {
        var id = house.stored("one");
        var writer = openReady(id, "first");
        var watcher = open(id, "second");
        writer.close();
        watcher.write("now\n".getBytes(UTF_8));

        House.readUntil(watcher, "now\r\nnow");
        assertThat(open(id, "third").hello().holder()).isEqualTo("second");
    }

    @Test
    void taking_over_makes_the_former_writer_a_viewer() throws IOException {
        var id = house.stored("one");
        var first = open(id, "first");
        var second = open(id, "second");
        second.takeOver();

        assertThat(House.await(first, Output.Role.class)).isEqualTo(new Output.Role(false, "second"));
        assertThat(House.await(second, Output.Role.class)).isEqualTo(new Output.Role(true, "second"));
    }

    @Test
    void where_it_is_set_so_whoever_comes_writes_and_the_former_writer_watches() throws IOException {
        try (var eager = new House(temp, "b", new Limits(9, 9), true)) {
            var id = eager.stored("one");
            var first = eager.terminals.open(AttachRequest.of(id, Size.USUAL, "first"));
            var second = eager.terminals.open(AttachRequest.of(id, new Size(90, 30), "second"));

            assertThat(second.hello().writer()).isTrue();
            assertThat(second.hello().size()).isEqualTo(new Size(90, 30));
            assertThat(House.await(first, Output.Role.class)).isEqualTo(new Output.Role(false, "second"));
            assertThat(eager.told).contains("taken over " + id + " second");
        }
    }

    @Test
    void the_lock_of_another_server_keeps_this_one_out() throws IOException {
        var id = house.stored("one");
        open(id);
        try (var other = new House(temp, "b", new Limits(9, 9), false)) {
            other.stored("one");
            var refusal = refusal(() -> other.terminals.open(AttachRequest.of(id, Size.USUAL, "tab")));

            assertThat(refusal.reason()).isEqualTo(Reason.HELD);
        }
    }

    @Test
    void unknown_sessions_missing_folders_and_missing_programs_are_told_apart() throws IOException {
        var id = house.stored("one");
        house.stored("two");
        assertThat(refusal(() -> open(new SessionId(EngineKey.CLAUDE_CODE, "nobody")))
                        .sentence())
                .isEqualTo("There is no such session.");

        house.pinning.installed = false;
        assertThat(refusal(() -> open(id)).sentence()).contains("Claude Code is not installed");

        house.pinning.installed = true;
        Files.delete(house.folder);
        assertThat(refusal(() -> open(id)).sentence()).contains("is gone");
        Files.createDirectory(house.folder);
    }

    @Test
    void a_relative_folder_for_a_new_session_is_refused() {
        var opening =
                new AttachRequest(House.placeholder(), Size.USUAL, null, true, Path.of("work"), false, "tab", false);

        assertThat(refusal(() -> house.terminals.open(opening)).reason()).isEqualTo(Reason.UNKNOWN);
    }

    @Test
    void a_program_that_ends_at_once_three_times_rests() throws IOException {
        house.pinning.script = "exit 9";
        var id = house.stored("one");
        for (int i = 0; i < 3; i++) {
            House.await(open(id), Output.Ended.class);
            Waiting.until(() -> !house.terminals.isLive(id));
        }

        var refusal = refusal(() -> open(id));
        assertThat(refusal.reason()).isEqualTo(Reason.NOT_STARTED);
        assertThat(refusal.sentence()).contains("3 times").contains("code 9");

        house.clock.ahead = java.time.Duration.ofSeconds(61);
        House.await(open(id), Output.Ended.class);
    }

    @Test
    void more_programs_than_there_is_room_for_are_refused_with_what_to_do() throws IOException {
        try (var small = new House(temp, "b", new Limits(1, 9), false)) {
            small.terminals.open(AttachRequest.of(small.stored("b1"), Size.USUAL, "tab"));

            assertThat(refusal(() -> small.terminals.open(AttachRequest.of(small.stored("b2"), Size.USUAL, "tab")))
                            .sentence())
                    .contains("end some");
        }
    }

    @Test
    void more_viewers_than_there_is_room_for_are_refused_with_what_to_do() throws IOException {
        try (var small = new House(temp, "b", new Limits(9, 1), false)) {
            var id = small.stored("b1");
            var only = small.terminals.open(AttachRequest.of(id, Size.USUAL, "tab"));
            assertThat(refusal(() -> small.terminals.open(AttachRequest.of(id, Size.USUAL, "other")))
                            .sentence())
                    .contains("close some");

            only.close();
            assertThat(small.terminals
                            .open(AttachRequest.of(id, Size.USUAL, "other"))
                            .hello()
                            .writer())
                    .isTrue();
        }
    }

    @Test
    void a_new_session_of_a_program_that_takes_ids_runs_under_the_given_one() throws IOException {
        house.pinning.script = "echo $0 $1; cat";
        var id = new SessionId(EngineKey.CLAUDE_CODE, UUID.randomUUID().toString());
        var viewer = house.terminals.open(house.fresh(id));

        assertThat(House.readUntil(viewer, "new\r\n")).contains(id.nativeId() + " new");
    }

    @Test
    void a_viewer_is_told_how_many_turns_are_older_than_what_it_gets() throws IOException {
        house.turns = OptionalInt.of(12);
        var id = house.stored("one");
        House.readUntil(open(id), "up");
        Waiting.until(() -> isTold(id, 12));
        house.turns = OptionalInt.of(20);
        assertThat(open(id).hello().turns()).hasValue(12);
        house.terminals.scrollback(id, ring -> {
            ring.clear();
            return true;
        });
        Waiting.until(() -> isTold(id, 20));
    }

    @Test
    void clearing_what_was_printed_leaves_the_count() throws IOException {
        var id = house.stored("one");
        var viewer = openReady(id, "tab");
        viewer.write("secret\n".getBytes(UTF_8));
        String seen = House.readUntil(viewer, "secret\r\nsecret\r\n");
        house.terminals.scrollback(id, ring -> {
            ring.clear();
            return true;
        });

        var late = open(id, "late");
        assertThat(late.hello().start()).isGreaterThanOrEqualTo(seen.length());
    }

    private boolean isTold(SessionId id, long turns) {
        try (var viewer = open(id)) {
            return viewer.hello().turns().equals(OptionalLong.of(turns));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private Viewer open(SessionId id) throws IOException {
        return open(id, "tab");
    }

    private Viewer open(SessionId id, String tab) throws IOException {
        return house.terminals.open(AttachRequest.of(id, Size.USUAL, tab));
    }

    private Viewer openReady(SessionId id, String tab) throws IOException {
        var viewer = open(id, tab);
        House.readUntil(viewer, "up\r\n");
        return viewer;
    }

    private static Refusal refusal(org.assertj.core.api.ThrowableAssert.ThrowingCallable opening) {
        return catchThrowableOfType(Refusal.class, opening);
    }
}
