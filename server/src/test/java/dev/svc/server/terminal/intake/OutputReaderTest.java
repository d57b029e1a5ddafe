package dev.svc.server.terminal.intake;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.terminal.ring.Recorder;
import dev.svc.server.terminal.ring.Ring;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputReaderTest {
    private static final int MEGABYTE = 1 << 20;

    @TempDir
    Path folder;

    private OutputSelector selector;
    private Line line;
    private Ring ring;
    private OutputReader intake;
    private Thread reader;
    private final Set<String> readers = ConcurrentHashMap.newKeySet();
    private final LinkedBlockingQueue<Long> arrived = new LinkedBlockingQueue<>();
    private final ConcurrentLinkedQueue<RuntimeException> troubles = new ConcurrentLinkedQueue<>();

    @BeforeEach
    void open() throws IOException {
        selector = new OutputSelector();
        line = new Line(folder.resolve("line"));
        ring = Ring.open(folder.resolve("ring"), 8 * MEGABYTE);
        intake = new OutputReader(line, selector, new Recorder(ring, command -> {}), this::arrives, this::arrived);
        reader = Thread.ofVirtual().start(this::readAll);
    }

    @AfterEach
    void close() throws Exception {
        intake.letGo();
        reader.join();
        ring.close();
        selector.close();
    }

    private void readAll() {
        try {
            intake.readAll();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void arrives() {
        readers.add(Thread.currentThread().getName());
    }

    private void arrived() {
        var trouble = troubles.poll();
        arrived.add(ring.end());
        if (trouble != null) {
            throw trouble;
        }
    }

    @Test
    void a_reader_that_is_stopped_leaves_the_rest_to_the_next_one() throws Exception {
        line.print("one");
        Waiting.until(() -> ring.end() == 3);
        intake.stop();
        reader.join();
        line.print("two");

        assertThat(ring.end()).isEqualTo(3);
        byte[] rest = new byte[9];
        assertThat(line.read(rest)).isEqualTo(3);
        assertThat(new String(rest, 0, 3, UTF_8)).isEqualTo("two");
    }

    @Test
    void what_prints_little_is_read_at_the_desk() throws Exception {
        line.print("one ");
        awaitEnd(4);
        line.print("two");
        awaitEnd(7);

        assertThat(text()).isEqualTo("one two");
        assertThat(readers).containsExactly("desk");
    }

    @Test
    void a_flood_has_a_thread_of_its_own_and_when_it_runs_dry_the_desk_goes_on() throws Exception {
        byte[] flood = new byte[4 * MEGABYTE];
        for (int i = 0; i < flood.length; i++) {
            flood[i] = (byte) ('a' + i % 23);
        }
        line.print(flood);
        awaitEnd(flood.length);
        assertThat(readers).contains("flood");

        readers.clear();
        int end = flood.length;
        while (!readers.contains("desk")) { // the flood waits a moment whether more is coming
            line.print("x");
            awaitEnd(++end);
        }

        byte[] read = new byte[flood.length];
        ring.read(0, read, 0, read.length);
        assertThat(Arrays.mismatch(read, flood))
                .as("the first byte that differs")
                .isEqualTo(-1);
    }

    @Test
    void the_last_words_are_read_before_the_end() throws Exception {
        line.print("last words");
        line.hangUp();
        reader.join();

        assertThat(text()).isEqualTo("last words");
    }

    @Test
    void reading_ends_when_it_is_let_go_of() throws Exception {
        line.print("x");
        awaitEnd(1);
        intake.letGo();
        reader.join();

        assertThat(text()).isEqualTo("x");
    }

    @Test
    void reading_ends_when_it_is_let_go_of_before_it_began() throws Exception {
        var late = new Line(folder.resolve("late"));
        var never = new OutputReader(late, selector, new Recorder(ring, command -> {}), () -> {}, () -> {});
        never.letGo();
        never.readAll();

        assertThat(late.channel().orElseThrow().isOpen()).isFalse();
    }

    @Test
    void trouble_with_one_piece_stops_neither_this_program_nor_another() throws Exception {
        troubles.add(new IllegalArgumentException("a fault of ours"));
        line.print("one ");
        awaitEnd(4);
        line.print("two");
        awaitEnd(7);

        assertThat(text()).isEqualTo("one two");
    }

    @Test
    void a_desk_that_closes_sends_everybody_away() throws Exception {
        line.print("x");
        awaitEnd(1);
        selector.close();
        reader.join();

        assertThat(reader.isAlive()).isFalse();
    }

    private void awaitEnd(long end) throws InterruptedException {
        long at = 0;
        while (at < end) {
            at = Waiting.next(arrived);
        }
        assertThat(at).as("the bytes read").isEqualTo(end);
    }

    private String text() {
        byte[] bytes = new byte[(int) ring.end()];
        ring.read(0, bytes, 0, bytes.length);
        return new String(bytes, UTF_8);
    }
}
