package dev.svc.server.engine.turn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.engine.Compressing;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DecompressedLogsTest {
    private static final Instant OLD = Instant.parse("2026-11-01T10:00:00Z");

    @TempDir
    Path folder;

    private final DecompressedLogs logs =
            new DecompressedLogs(file -> file.toString().endsWith(".zst"));

    @BeforeEach
    void name() throws IOException {
        folder = folder.toRealPath();
    }

    @Test
    void any_place_of_a_compressed_log_can_be_read() throws IOException {
        try (var log = logs.open(compressed("a", "one\ntwo\nthree\n", OLD))) {
            assertThat(text(log.lines(), 8)).isEqualTo("three\n");
            assertThat(text(log.lines(), 0)).isEqualTo("one\ntwo\nthree\n");
            assertThat(log.lines().size()).isEqualTo(14);
        }
    }

    @Test
    void a_plain_log_is_read_where_it_lies() throws IOException {
        var file = Files.writeString(folder.resolve("plain"), "one\n");
        try (var log = logs.open(file)) {
            Files.writeString(file, "two\n", java.nio.file.StandardOpenOption.APPEND);
            assertThat(text(log.lines(), 0)).isEqualTo("one\ntwo\n");
        }
    }

    @Test
    void a_log_that_was_read_is_not_expanded_again() throws IOException {
        var file = compressed("a", "one\n", OLD);
        FileChannel first;
        try (var log = logs.open(file)) {
            first = log.lines();
        }
        try (var log = logs.open(file)) {
            assertThat(log.lines()).isSameAs(first);
        }
    }

    @Test
    void two_readings_at_once_cannot_disturb_each_other() throws IOException {
        var file = compressed("a", "one\n", OLD);
        try (var one = logs.open(file)) {
            try (var other = logs.open(file)) {
                assertThat(other.lines()).isNotSameAs(one.lines());
                other.lines().close();
            }
            assertThat(text(one.lines(), 0)).isEqualTo("one\n");
        }
        try (var again = logs.open(file)) {
            assertThat(text(again.lines(), 0)).isEqualTo("one\n");
        }
    }

    @Test
    void a_log_that_was_replaced_is_read_as_it_is_now() throws IOException {
        var file = compressed("a", "one\n", OLD);
        logs.open(file).close();
        compressed("a", "two\n", OLD.plusSeconds(1));
        try (var log = logs.open(file)) {
            assertThat(text(log.lines(), 0)).isEqualTo("two\n");
        }
    }

    @Test
    void what_has_just_been_written_is_expanded_each_time() throws IOException {
        var future = Instant.now().plusSeconds(3_600);
        var file = compressed("a", "one\n", future);
        FileChannel first;
        try (var log = logs.open(file)) {
            first = log.lines();
        }
        assertThat(first.isOpen()).isFalse();
    }

    @Test
    void only_a_few_logs_are_kept() throws IOException {
        var channels = new FileChannel[6];
        for (int i = 0; i < channels.length; i++) {
            try (var log = logs.open(compressed("log" + i, "one\n", OLD))) {
                channels[i] = log.lines();
            }
        }
        assertThat(channels).extracting(FileChannel::isOpen).containsExactly(false, false, true, true, true, true);
    }

    @Test
    void a_log_that_is_too_large_to_be_kept_is_closed() throws IOException {
        var large = folder.resolve("large.zst");
        Files.write(large, Compressing.frame(new byte[1 << 20], 129, 0));
        Files.setLastModifiedTime(large, FileTime.from(OLD));
        FileChannel lines;
        try (var log = logs.open(large)) {
            lines = log.lines();
            assertThat(lines.size()).isEqualTo(129 << 20);
        }
        assertThat(lines.isOpen()).isFalse();
    }

    @Test
    void links_and_what_is_not_there_are_refused() throws IOException {
        var link = Files.createSymbolicLink(folder.resolve("link.zst"), compressed("a", "one\n", OLD));
        assertThatThrownBy(() -> logs.open(link)).isInstanceOf(AccessDeniedException.class);
        assertThatThrownBy(() -> logs.open(folder.resolve("none.zst"))).isInstanceOf(NoSuchFileException.class);
    }

    private Path compressed(String name, String content, Instant time) throws IOException {
        var file = folder.resolve(name + ".zst");
        Files.write(file, Compressing.frame(content.getBytes(StandardCharsets.UTF_8)));
        Files.setLastModifiedTime(file, FileTime.from(time));
        return file;
    }

    private static String text(FileChannel channel, long from) throws IOException {
        var bytes = ByteBuffer.allocate(100);
        int read = channel.read(bytes, from);
        return new String(bytes.array(), 0, Math.max(read, 0), StandardCharsets.UTF_8);
    }
}
