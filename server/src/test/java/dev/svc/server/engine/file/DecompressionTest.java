package dev.svc.server.engine.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.engine.Compressing;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DecompressionTest {
    private static final byte[] SKIPPED = {0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0, 1, 2, 3, 4};
    private static final byte[] SKIPPED_AND_EMPTY = {0x5f, 0x2a, 0x4d, 0x18, 0, 0, 0, 0};

    /// Frames are made of blocks, of which one that is damaged may hold anything.
    private static final int BLOCK = 128 << 10;

    @TempDir
    Path folder;

    private String text = "";

    /// Of several blocks, and of a kind that does not compress to nothing.
    @BeforeEach
    void write() {
        var words = new StringBuilder();
        var random = new Random(1);
        while (words.length() < 700_000) {
            words.append(Integer.toString(random.nextInt(), 36)).append('\n');
        }
        text = words.toString();
    }

    /// What was read, and what was not.
    private record Read(String content, Optional<String> loss) {}

    @Test
    void a_whole_file_is_read_whole() throws IOException {
        assertThat(read(frame())).isEqualTo(whole(text));
    }

    @Test
    void several_frames_are_one_text_and_those_to_be_skipped_are() throws IOException {
        var frame = frame();
        var file = Compressing.joined(SKIPPED, frame, SKIPPED_AND_EMPTY, frame, SKIPPED);
        assertThat(read(file)).isEqualTo(whole(text + text));
    }

    @Test
    void a_frame_of_nothing_holds_nothing_and_lacks_nothing() throws IOException {
        assertThat(read(Compressing.frame(new byte[0]))).isEqualTo(whole(""));
    }

    @Test
    void an_empty_file_lacks_what_it_should_hold() throws IOException {
        var read = read(new byte[0]);
        assertThat(read.content()).isEmpty();
        assertThat(read.loss()).contains(Decompression.BROKEN);
    }

    @Test
    void a_file_cut_short_gives_what_there_is() throws IOException {
        var frame = frame();
        for (int end : new int[] {1, 3, 5, frame.length / 2, frame.length - 1}) {
            requireBeginning(Arrays.copyOf(frame, end));
        }
    }

    @Test
    void a_damaged_frame_gives_what_was_before_the_damage() throws IOException {
        var frame = frame();
        var damaged = frame.clone();
        Arrays.fill(damaged, frame.length / 2, frame.length, (byte) 0xff);
        var read = read(damaged);
        assertThat(read.content()).startsWith(text.substring(0, BLOCK));
        assertThat(read.loss()).contains(Decompression.BROKEN);

        var second = read(Compressing.joined(frame, damaged));
        assertThat(second.content().length()).isGreaterThan(text.length());
        assertThat(second.loss()).contains(Decompression.BROKEN);
    }

    @Test
    void what_is_no_frame_is_lost() throws IOException {
        assertThat(requireBeginning(bytes("{\"type\":\"session_meta\"}\n")).content())
                .isEmpty();
        var followed = read(Compressing.joined(frame(), new byte[] {1, 2, 3, 4, 5}));
        assertThat(followed.content()).isEqualTo(text);
        assertThat(followed.loss()).contains(Decompression.BROKEN);
    }

    @Test
    void a_frame_that_would_take_too_much_memory_is_lost() throws IOException {
        var read = read(Compressing.frame(bytes(text), 40, 27));
        assertThat(read.content()).isEmpty();
        assertThat(read.loss()).contains(Decompression.BROKEN);
    }

    @Test
    void nothing_beyond_the_limit_is_read_and_what_just_fits_is() throws IOException {
        var frame = frame();
        assertThat(read(frame, text.length())).isEqualTo(whole(text));
        for (int most : new int[] {0, 1, text.length() / 2, text.length() - 1}) {
            var read = read(frame, most);
            assertThat(read.content()).isEqualTo(text.substring(0, most));
            assertThat(read.loss()).contains(Decompression.TOO_MUCH);
        }
    }

    @Test
    void a_few_kilobytes_that_hold_more_than_anybody_reads_end_at_the_limit() throws IOException {
        var bomb = Compressing.frame(new byte[1 << 20], 600, 0);
        assertThat(bomb.length).isLessThan(64 << 10);
        try (var file = channel(bomb);
                var content = Decompression.of(file)) {
            assertThat(content.transferTo(OutputStream.nullOutputStream())).isEqualTo(Decompression.MOST);
            assertThat(content.loss()).contains(Decompression.TOO_MUCH);
        }
    }

    @Test
    void a_reader_that_is_interrupted_ends() throws IOException {
        try (var file = channel(frame());
                var content = Decompression.of(file)) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(content::readAllBytes).isInstanceOf(InterruptedIOException.class);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void bytes_one_by_one_are_the_same_bytes() throws IOException {
        try (var file = channel(Compressing.frame(new byte[] {0, -1, 'x'}));
                InputStream content = Decompression.of(file)) {
            assertThat(new int[] {content.read(), content.read(), content.read(), content.read()})
                    .containsExactly(0, 255, 'x', -1);
        }
    }

    private Read requireBeginning(byte[] file) throws IOException {
        var read = read(file);
        assertThat(read.content()).isEqualTo(text.substring(0, read.content().length()));
        assertThat(read.content().length()).isLessThan(text.length());
        assertThat(read.loss()).contains(Decompression.BROKEN);
        return read;
    }

    private static Read whole(String content) {
        return new Read(content, Optional.empty());
    }

    private Read read(byte[] compressed) throws IOException {
        return read(compressed, Decompression.MOST);
    }

    private Read read(byte[] compressed, long most) throws IOException {
        try (var file = channel(compressed);
                var content = Decompression.of(file, most)) {
            return new Read(new String(content.readAllBytes(), StandardCharsets.US_ASCII), content.loss());
        }
    }

    private byte[] frame() throws IOException {
        return Compressing.frame(bytes(text));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private FileChannel channel(byte[] bytes) throws IOException {
        return FileChannel.open(Files.write(folder.resolve("log.zst"), bytes));
    }
}
