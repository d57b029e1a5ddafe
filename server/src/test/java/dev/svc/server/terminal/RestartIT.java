package dev.svc.server.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.terminal.host.Signal;
import dev.svc.server.terminal.host.Size;
import dev.svc.shared.control.Liveness;
import dev.svc.shared.waiting.Waiting;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Restarts with living programs: the first server is a process of its own, which is really killed.
class RestartIT {
    private static final int SESSIONS = 50;
    private static final String COUNTER =
            "stty -opost -echo; i=0; while :; do i=$((i+1)); echo \"line $i\"; sleep 0.5; done";

    @TempDir
    Path temp;

    /// The server that will be killed: opens its sessions and waits.
    public static final class Holder {
        private Holder() {}

        public static void main(String[] arguments) throws Exception {
            var house = new House(Path.of(arguments[0]));
            house.pinning.script = COUNTER;
            Runtime.getRuntime().addShutdownHook(new Thread(house::abandon));
            var viewers = new ArrayList<Viewer>();
            for (int i = 0; i < SESSIONS; i++) {
                viewers.add(house.terminals.open(house.fresh(session(i))));
            }
            viewers.forEach(viewer -> House.readUntil(viewer, "line 2\n"));
            System.out.println("holding");
            System.in.transferTo(OutputStream.nullOutputStream()); // ends with the test, if nothing ends it before
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TERM", "KILL"})
    void fifty_programs_live_through_the_end_of_their_server(String signal) throws Exception {
        var holder = startHolder();
        new ProcessBuilder("kill", "-s", signal, Long.toString(holder.pid()))
                .start()
                .waitFor();
        holder.waitFor();

        try (var house = new House(temp)) {
            long began = System.nanoTime();
            assertThat(house.terminals.recover()).isEqualTo(SESSIONS);
            System.out.printf(
                    "%s: %d of %d back in %d ms%n",
                    signal, house.terminals.count(), SESSIONS, (System.nanoTime() - began) / 1_000_000);
            for (int i = 0; i < SESSIONS; i++) {
                assertReplayIsWhole(house, session(i));
            }
        }
    }

    /// Every line received before the stop is there once and in order; what is missing lies at the marked gap.
    private static void assertReplayIsWhole(House house, SessionId session) throws IOException {
        var viewer = house.terminals.open(AttachRequest.of(session, Size.USUAL, "tab"));
        assertThat(viewer.hello().start()).isZero();
        assertThat(viewer.hello().gaps()).hasSize(1);
        int gap = viewer.hello().gaps().getFirst().intValue();
        String before = House.readUntil(viewer, "line 2\n").substring(0, gap);
        assertThat(before).isEqualTo(lines(before.split("\n", -1).length - 1));
    }

    private static String lines(int count) {
        var text = new StringBuilder();
        IntStream.rangeClosed(1, count)
                .forEach(i -> text.append("line ").append(i).append('\n'));
        return text.toString();
    }

    @Test
    void what_is_printed_after_the_restart_follows_the_gap_without_loss() throws Exception {
        var house = new House(temp);
        house.pinning.script = COUNTER;
        House.readUntil(house.terminals.open(house.fresh(session(1))), "line 2\n");
        house.abandon();

        try (var next = new House(temp)) {
            next.terminals.recover();
            var viewer = next.terminals.open(AttachRequest.of(session(1), Size.USUAL, "tab"));
            House.readUntil(viewer, "line 2\n");
            var after = new TreeMap<Integer, String>();
            String text =
                    House.readUntil(viewer, "line ") + House.readUntil(viewer, "\n") + House.readUntil(viewer, "\n");
            text.lines().forEach(line -> after.put(after.size(), line));

            assertThat(after.values()).allMatch(line -> line.matches("(line \\d+)?"));
        }
    }

    /// The programs outlive their server, and are then ended as a host's shutdown would end them.
    private void goDown(House house, Signal signal) throws IOException {
        var programs = house.terminals.living().stream().map(Terminal::program).toList();
        house.abandon();
        for (var program : programs) {
            if (signal == Signal.KILL) {
                ProcessHandle.of(program.leaderPid()).ifPresent(ProcessHandle::destroyForcibly); // tells nobody
                program.keeper().destroyForcibly();
            } else {
                program.signal(signal);
            }
        }
        for (var program : programs) {
            Waiting.until(() -> !Liveness.isRunning(program.keeper()));
        }
    }

    private static List<SessionId> fallen(House house) {
        return house.terminals.resumption().all().stream()
                .map(it -> it.launchRecord().session())
                .toList();
    }

    @ParameterizedTest
    @EnumSource(Signal.class)
    void what_ran_when_the_host_went_down_is_resumed_where_it_was_and_as_it_was(Signal signal) throws Exception {
        var house = new House(temp);
        var id = house.stored("s1");
        house.pinning.script = "stty -echo; echo up; exec cat";
        House.readUntil(
                house.terminals.open(new AttachRequest(id, Size.USUAL, null, false, null, true, "tab", false)), "up");
        goDown(house, signal);

        try (var next = new House(temp)) {
            next.stored("s1");
            assertThat(next.terminals.recover()).isZero();
            assertThat(fallen(next)).containsExactly(id);
        }
        try (var later = new House(temp)) { // another restart takes nothing away
            later.stored("s1");
            later.terminals.recover();
            assertThat(later.terminals.resumption().resume(List.of(id)))
                    .containsExactly(new Resumption.Outcome(id, null));
            var ran = later.terminals.find(id).orElseThrow().launchRecord();
            assertThat(ran.bypass()).isTrue();
            assertThat(ran.folder()).isEqualTo(later.folder);
            assertThat(fallen(later)).isEmpty();
        }
    }

    @Test
    void what_was_dismissed_or_resumed_by_hand_is_not_offered_again() throws Exception {
        var house = new House(temp);
        for (var name : List.of("s1", "s2")) {
            House.readUntil(house.terminals.open(AttachRequest.of(house.stored(name), Size.USUAL, "tab")), "up");
        }
        goDown(house, Signal.TERMINATE);

        try (var next = new House(temp)) {
            next.terminals.recover();
            assertThat(fallen(next)).containsExactlyInAnyOrder(session(1), session(2));
            next.terminals.resumption().dismiss(List.of(session(1)));
            next.terminals.open(AttachRequest.of(next.stored("s2"), Size.USUAL, "tab"));
            assertThat(fallen(next)).isEmpty();
        }
        try (var later = new House(temp)) {
            later.terminals.recover();
            assertThat(fallen(later)).isEmpty();
        }
    }

    @Test
    void a_program_that_ended_by_itself_while_its_server_was_away_is_not_offered() throws Exception {
        var house = new House(temp);
        house.pinning.script = "echo up; read -r end; exit 3";
        var viewer = house.terminals.open(AttachRequest.of(house.stored("s1"), Size.USUAL, "tab"));
        House.readUntil(viewer, "up");
        var program = house.terminals.living().iterator().next().program();
        program.write("end\n".getBytes(UTF_8));
        house.abandon();
        Waiting.until(() -> !Liveness.isRunning(program.keeper()));

        try (var next = new House(temp)) {
            next.terminals.recover();
            assertThat(fallen(next)).isEmpty();
        }
    }

    @Test
    void a_program_that_read_the_end_of_its_terminal_and_ended_well_is_offered() throws Exception {
        var house = new House(temp);
        house.pinning.script = "trap '' HUP; echo up; read -r end; exit 0";
        House.readUntil(house.terminals.open(AttachRequest.of(house.stored("s1"), Size.USUAL, "tab")), "up");
        var program = house.terminals.living().iterator().next().program();
        var shell = ProcessHandle.of(program.leaderPid()).orElseThrow();
        house.abandon();
        program.keeper().destroyForcibly();
        Waiting.until(() -> !Liveness.isRunning(shell));

        try (var next = new House(temp)) {
            next.terminals.recover();
            assertThat(fallen(next)).containsExactly(session(1));
        }
    }

    @Test
    void a_program_that_somebody_ended_is_not_offered_after_a_restart() throws Exception {
        var house = new House(temp);
        House.readUntil(house.terminals.open(AttachRequest.of(house.stored("s1"), Size.USUAL, "tab")), "up");
        house.terminals.endAll(List.of(session(1)));
        house.abandon();

        try (var next = new House(temp)) {
            next.terminals.recover();
            assertThat(fallen(next)).isEmpty();
        }
    }

    @Test
    void programs_that_a_host_ended_just_before_the_service_are_offered() throws Exception {
        var house = new House(temp);
        for (var name : List.of("s1", "s2")) {
            house.pinning.script = "stty -echo; echo up; exec cat";
            House.readUntil(house.terminals.open(AttachRequest.of(house.stored(name), Size.USUAL, "tab")), "up");
        }
        struck(house, session(1));
        house.clock.ahead = java.time.Duration.ofMinutes(1);
        struck(house, session(2));
        house.abandon();

        try (var next = new House(temp)) {
            next.terminals.recover();
            assertThat(fallen(next)).containsExactly(session(2));
        }
    }

    /// Ends a program as somebody outside svc does.
    private static void struck(House house, SessionId id) throws IOException {
        house.terminals.find(id).orElseThrow().program().signal(Signal.TERMINATE);
        Waiting.until(() -> !house.terminals.isLive(id));
    }

    @Test
    void fifty_programs_are_resumed_a_few_at_a_time() throws Exception {
        var house = new House(temp);
        for (int i = 0; i < SESSIONS; i++) {
            House.readUntil(house.terminals.open(AttachRequest.of(house.stored("s" + i), Size.USUAL, "tab")), "up");
        }
        goDown(house, Signal.KILL);

        try (var next = new House(temp)) {
            IntStream.range(0, SESSIONS).forEach(i -> next.stored("s" + i));
            next.terminals.recover();
            var starting = new AtomicInteger();
            var most = new AtomicInteger();
            next.host.beforeStart = () -> most.accumulateAndGet(starting.incrementAndGet(), Math::max);
            next.host.afterStart = starting::decrementAndGet;
            var all = fallen(next);
            assertThat(all).hasSize(SESSIONS);

            assertThat(next.terminals.resumption().resume(all))
                    .hasSize(SESSIONS)
                    .allSatisfy(it -> assertThat(it.refusal()).isNull());
            assertThat(next.terminals.count()).isEqualTo(SESSIONS);
            assertThat(most.get()).isBetween(1, 4);
        }
    }

    @Test
    void one_that_cannot_be_resumed_says_why_and_stays() throws Exception {
        var house = new House(temp);
        House.readUntil(house.terminals.open(AttachRequest.of(house.stored("s1"), Size.USUAL, "tab")), "up");
        goDown(house, Signal.KILL);

        try (var next = new House(temp)) {
            next.terminals.recover();
            assertThat(next.terminals.resumption().resume(List.of(session(1), session(9))))
                    .extracting(Resumption.Outcome::refusal)
                    .containsExactly("There is no such session.", "It did not run when the host went down.");
            assertThat(fallen(next)).containsExactly(session(1));
        }
    }

    @Test
    void a_program_that_printed_nothing_while_no_server_ran_has_missed_nothing() throws Exception {
        var house = new House(temp);
        House.readUntil(house.terminals.open(house.fresh(session(1))), "up");
        house.clock.ahead = Duration.ofHours(1);
        house.abandon();

        try (var next = new House(temp)) {
            next.clock.ahead = Duration.ofHours(2);
            next.terminals.recover();
            assertThat(gaps(next)).isEmpty();
        }
    }

    @Test
    void a_program_that_ended_meanwhile_leaves_nothing_behind() throws Exception {
        var house = new House(temp);
        var id = session(1);
        House.readUntil(house.terminals.open(house.fresh(id)), "up");
        var leader = house.terminals.living().iterator().next().program();
        house.abandon();
        leader.signal(Signal.KILL);
        Waiting.until(() -> !Liveness.isRunning(leader.keeper()));

        try (var next = new House(temp)) {
            assertThat(next.terminals.recover()).isZero();
            assertThat(temp.resolve("locks").toFile().list()).containsExactly("guard");
        }
    }

    private static List<Long> gaps(House house) throws IOException {
        return house.terminals
                .open(AttachRequest.of(session(1), Size.USUAL, "tab"))
                .hello()
                .gaps();
    }

    private Process startHolder() throws IOException {
        var holder = new ProcessBuilder(List.of(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-Xmx128m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Holder.class.getName(),
                        temp.toString()))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        var output = new BufferedReader(new InputStreamReader(holder.getInputStream(), UTF_8));
        assertThat(output.readLine()).isEqualTo("holding");
        return holder;
    }

    private static SessionId session(int i) {
        return new SessionId(EngineKey.CLAUDE_CODE, "s" + i);
    }
}
