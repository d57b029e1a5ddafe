package dev.svc.server.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.terminal.host.Size;
import dev.svc.server.terminal.ring.Ring;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Servers that follow each other on the same programs, with a relief between them.
class ReliefIT {
    private static final SessionId ID = new SessionId(EngineKey.CLAUDE_CODE, "s1");
    private static final int LINE = 16;
    private static final long SOME = 50L * LINE;
    private static final int SERVERS = Boolean.getBoolean("svc.deep") ? 10 : 2;

    /// Each line is its own number, and so says at which offset it stands.
    private static final String STEADY = """
            stty -opost -echo; i=0
            while :; do i=$((i+1)); printf '%015d\\n' $i; echo $i >"$PWD/printed"; sleep 0.01; done""";

    private static final String FLOOD = "stty -opost -echo; exec seq -f '%015.0f' 1 999999999";

    @TempDir
    Path temp;

    private House house() throws IOException {
        return House.relieved(temp, Waiting.PATIENCE);
    }

    @AfterEach
    void end() {
        relief().ifPresent(it -> {
            it.destroyForcibly();
            Waiting.until(() -> !it.isAlive());
        });
    }

    private Path run() {
        return temp.resolve("run-a");
    }

    private Optional<ProcessHandle> relief() {
        var lines = new Properties();
        try (var text = Files.newBufferedReader(run().resolve("relief.process"))) {
            lines.load(text);
            return ProcessHandle.of(Long.parseLong(lines.getProperty("pid", "")))
                    .filter(ProcessHandle::isAlive);
        } catch (IOException | NumberFormatException nobody) {
            return Optional.empty();
        }
    }

    private static Ring ring(House house) {
        return house.terminals.find(ID).orElseThrow().ring();
    }

    private static long end(House house) {
        return ring(house).end();
    }

    private static List<Long> gaps(House house) throws IOException {
        try (var viewer = house.terminals.open(AttachRequest.of(ID, Size.USUAL, "tab"))) {
            return viewer.hello().gaps();
        }
    }

    private void leave(House house, String script) throws IOException {
        abandon(house, script);
        assertThat(relief()).isPresent();
    }

    private static void abandon(House house, String script) throws IOException {
        house.pinning.script = script;
        house.terminals.open(house.fresh(ID));
        Waiting.until(() -> end(house) > SOME);
        house.abandon();
    }

    /// Every line in the ring stands at the offset that its number gives. A program that keeps printing can overwrite
    /// the oldest lines during the read; the test then reads again.
    private static void assertWhole(Ring ring) {
        byte[] all = new byte[(int) House.RING];
        var begin = new AtomicLong();
        var read = new AtomicInteger();
        Waiting.until(() -> "lines that stay while they are read", () -> {
            long oldest = ring.start() + ring.capacity() / 8;
            begin.set(ring.start() == 0 ? 0 : oldest - oldest % LINE + LINE);
            read.set(ring.read(begin.get(), all, 0, all.length));
            return read.get() > LINE;
        });
        long from = begin.get();
        int length = read.get();
        var lines = new String(all, 0, length - length % LINE, UTF_8).split("\n", -1);
        for (int i = 0; i < length / LINE; i++) {
            assertThat(lines[i]).isEqualTo("%015d".formatted(from / LINE + i + 1));
        }
    }

    @Test
    void what_a_program_prints_while_no_server_runs_is_there_once_and_at_its_offsets() throws Exception {
        var house = house();
        leave(house, STEADY);
        long left = printed(house);
        Waiting.until(() -> printed(house) > left + 50);

        try (var next = house()) {
            assertThat(next.terminals.recover()).isEqualTo(1);
            assertThat(relief()).isEmpty();
            long back = end(next);
            assertThat(back).isGreaterThan((left + 40) * LINE);
            Waiting.until(() -> end(next) > back + SOME);
            assertWhole(ring(next));
            assertThat(gaps(next)).isEmpty();
        }
    }

    private static long printed(House house) {
        try {
            String text = Files.readString(house.folder.resolve("printed")).strip();
            return text.isEmpty() ? 0 : Long.parseLong(text);
        } catch (IOException notYet) {
            return 0;
        }
    }

    @Test
    void a_viewer_goes_on_with_the_byte_after_its_last_one() throws Exception {
        var house = house();
        house.pinning.script = STEADY;
        var viewer = house.terminals.open(house.fresh(ID));
        String seen = House.readUntil(viewer, "000000000000020\n");
        house.abandon();

        try (var next = house()) {
            next.terminals.recover();
            try (var again = next.terminals.open(next.from(ID, seen.length(), "tab"))) {
                assertThat(again.hello().reset()).isFalse();
                assertThat(again.hello().start()).isEqualTo(seen.length());
                String all = seen + House.readUntil(again, "000000000000120\n");
                var lines = all.split("\n", -1);
                for (int i = 0; i < 120; i++) {
                    assertThat(lines[i]).isEqualTo("%015d".formatted(i + 1));
                }
            }
        }
    }

    @Test
    void a_flood_goes_on_through_any_number_of_servers_without_a_byte_less_or_more() throws Exception {
        var house = house();
        leave(house, FLOOD);
        for (int i = 0; i < SERVERS; i++) {
            var next = house();
            assertThat(next.terminals.recover()).isEqualTo(1);
            long back = end(next);
            Waiting.until(() -> end(next) > back + 2 * House.RING);
            assertThat(gaps(next)).isEmpty();
            assertWhole(ring(next));
            next.abandon();
            assertThat(relief()).isPresent();
        }
        try (var next = house()) {
            assertThat(next.terminals.recover()).isEqualTo(1);
            assertThat(gaps(next)).isEmpty();
            assertWhole(ring(next));
        }
    }

    @Test
    void keys_reach_a_program_that_changed_hands() throws Exception {
        var house = house();
        house.pinning.script = "stty -echo; echo up; exec cat";
        House.readUntil(house.terminals.open(house.fresh(ID)), "up");
        house.abandon();

        try (var next = house()) {
            next.terminals.recover();
            try (var viewer = next.terminals.open(AttachRequest.of(ID, Size.USUAL, "tab"))) {
                viewer.write("hello\r".getBytes(UTF_8));
                House.readUntil(viewer, "hello");
            }
        }
    }

    @Test
    void the_last_words_of_a_program_that_ended_meanwhile_are_kept() throws Exception {
        var house = house();
        house.pinning.script = "echo up; read -r end; echo last words";
        House.readUntil(house.terminals.open(house.fresh(ID)), "up");
        var program = house.terminals.living().iterator().next().program();
        program.write("end\r".getBytes(UTF_8));
        house.abandon();
        Waiting.until(() -> !program.keeper().isAlive());

        try (var next = house()) {
            next.stored("s1");
            assertThat(next.terminals.recover()).isZero();
            var kept = next.terminals.scrollback(ID, ring -> {
                byte[] all = new byte[(int) ring.end()];
                return new String(all, 0, ring.read(0, all, 0, all.length), UTF_8);
            });
            assertThat(kept.orElseThrow()).contains("up").contains("last words");
        }
    }

    @Test
    void a_relief_that_is_killed_leaves_a_gap() throws Exception {
        var house = house();
        leave(house, STEADY);
        var relief = relief().orElseThrow();
        relief.destroyForcibly();
        Waiting.until(() -> !relief.isAlive());
        long left = printed(house);
        Waiting.until(() -> printed(house) > left + 50);

        try (var next = house()) {
            assertThat(next.terminals.recover()).isEqualTo(1);
            assertThat(gaps(next)).hasSize(1);
        }
    }

    @Test
    void a_relief_that_nobody_comes_for_ends_and_what_follows_is_a_gap() throws Exception {
        abandon(House.relieved(temp, Duration.ofMillis(300)), STEADY);
        assertThat(run().resolve("relief.log"))
                .as("a relief, which may have ended by now")
                .exists();
        Waiting.until(() -> relief().isEmpty());

        try (var next = house()) {
            assertThat(next.terminals.recover()).isEqualTo(1);
            assertThat(gaps(next)).hasSize(1);
        }
    }

    @Test
    void a_relief_ends_when_a_server_comes_that_does_not_know_of_it() throws Exception {
        leave(house(), STEADY);
        Files.delete(run().resolve("let-go"));
        Waiting.until(() -> relief().isEmpty());
        try (var next = house()) {
            next.terminals.recover();
        }
    }

    @Test
    void a_relief_ends_with_the_folder_of_its_sockets() throws Exception {
        var house = house();
        leave(house, STEADY);
        var relief = relief().orElseThrow();
        Files.delete(run().resolve("relief.process"));
        Waiting.until(() -> !relief.isAlive());
        try (var next = house()) {
            next.terminals.recover();
        }
    }

    @Test
    void who_says_the_wrong_thing_or_goes_too_early_takes_nothing_away() throws Exception {
        leave(house(), STEADY);
        for (var said : List.of("take 1\n", "give 1\n", "take 1\nok\n", "hold s1\n", "\n", "x", "")) {
            try (var stranger = SocketChannel.open(StandardProtocolFamily.UNIX)) {
                stranger.connect(UnixDomainSocketAddress.of(run().resolve("relief")));
                stranger.write(ByteBuffer.wrap(said.getBytes(UTF_8)));
            }
        }
        try (var next = house()) {
            assertThat(next.terminals.recover()).isEqualTo(1);
            long back = end(next);
            Waiting.until(() -> end(next) > back + SOME);
            assertWhole(ring(next));
            assertThat(gaps(next)).isEmpty();
        }
    }

    @Test
    void without_programs_no_relief_comes() throws Exception {
        house().close();
        assertThat(run().resolve("relief.process")).doesNotExist();
    }
}
