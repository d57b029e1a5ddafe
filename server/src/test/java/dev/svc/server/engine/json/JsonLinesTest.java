package dev.svc.server.engine.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonLinesTest {
    @TempDir
    Path folder;

    @Test
    void every_complete_line_is_visited_with_its_place() throws IOException {
        var file = file("{\"a\":1}\n\n{\"b\":2}\r\n");
        var seen = new ArrayList<String>();

        long end = JsonLines.read(file, 0, line -> seen.add(line.start() + ":" + line));

        assertThat(seen).containsExactly("0:{\"a\":1}", "8:", "9:{\"b\":2}\r");
        assertThat(end).isEqualTo(18);
    }

    @Test
    void a_line_without_its_break_waits_until_it_is_whole() throws IOException {
        var file = file("{\"a\":1}\n{\"b\":");
        long end = JsonLines.read(file, 0, line -> true);
        assertThat(end).isEqualTo(8);

        Files.writeString(file, "2}\n", StandardOpenOption.APPEND);

        assertThat(lines(file, end)).containsExactly("{\"b\":2}");
    }

    @Test
    void a_visitor_ends_the_reading_behind_the_line_it_saw() throws IOException {
        var file = file("one\ntwo\nthree\n");
        assertThat(JsonLines.read(file, 0, line -> !line.toString().equals("two")))
                .isEqualTo(8);
    }

    @Test
    void lines_longer_than_the_buffer_arrive_whole() throws IOException {
        var line = "{\"text\":\"" + "x".repeat(300_000) + "\"}";
        assertThat(lines(file(line + "\n" + line + "\n"), 0)).containsExactly(line, line);
    }

    @Test
    void a_stream_gives_the_lines_that_its_file_gives() throws IOException {
        var text = "one\n" + "x".repeat(300_000) + "\nthree\nno break";
        for (long end : new long[] {0, 3, 4, 300_005, Long.MAX_VALUE}) {
            var seen = new ArrayList<String>();
            var stream = new ByteArrayInputStream(text.getBytes(UTF_8));
            long next = JsonLines.read(stream, end, line -> seen.add(line.start() + ":" + line));
            try (var channel = FileChannel.open(file(text))) {
                var wanted = new ArrayList<String>();
                assertThat(next)
                        .isEqualTo(JsonLines.read(channel, 0, end, line -> wanted.add(line.start() + ":" + line)));
                assertThat(seen).isEqualTo(wanted);
            }
        }
    }

    @Test
    void nothing_behind_the_end_is_read() throws IOException {
        try (var channel = FileChannel.open(file("one\ntwo\nthree\n"))) {
            var seen = new ArrayList<String>();
            assertThat(JsonLines.read(channel, 0, 9, line -> seen.add(line.toString())))
                    .isEqualTo(8);
            assertThat(seen).containsExactly("one", "two");
        }
    }

    @Test
    void a_line_over_the_limit_is_named_and_skipped_and_the_next_one_is_read() throws IOException {
        var file = folder.resolve("long.jsonl");
        try (var out = Files.newOutputStream(file)) {
            out.write("{\"a\":1}\n".getBytes(UTF_8));
            var chunk = "x".repeat(1 << 20).getBytes(UTF_8);
            for (int i = 0; i < 17; i++) {
                out.write(chunk);
            }
            out.write("\n{\"b\":2}\n".getBytes(UTF_8));
        }
        var tooLong = new ArrayList<Long>();
        var read = new ArrayList<String>();

        long end = JsonLines.read(file, 0, line -> {
            if (line.isTooLong()) {
                assertThat(line.object()).isEmpty();
                assertThat(line.isBlank()).isFalse();
                assertThat(line.contains(new byte[] {'x'})).isFalse();
                assertThat(line.startsWith(new byte[] {'x'})).isFalse();
                assertThat(line.view().members((key, value) -> {})).isFalse();
                return tooLong.add(line.start());
            }
            return read.add(line.toString());
        });

        assertThat(tooLong).containsExactly(8L);
        assertThat(read).containsExactly("{\"a\":1}", "{\"b\":2}");
        assertThat(end).isEqualTo(Files.size(file));
    }

    @Test
    void a_line_over_the_limit_that_is_still_being_written_is_met_again() throws IOException {
        var file = folder.resolve("growing.jsonl");
        try (var sparse = new RandomAccessFile(file.toFile(), "rw")) {
            sparse.setLength(20L << 20);
        }
        assertThat(JsonLines.read(file, 0, line -> true)).isZero();
    }

    @Test
    void a_log_that_shrinks_while_it_is_read_ends_where_it_ends() throws IOException {
        var file = file("one\n".repeat(100_000));
        var seen = new ArrayList<Long>();
        long end = JsonLines.read(file, 0, line -> {
            if (line.start() == 0) {
                truncate(file, 8);
            }
            return seen.add(line.start());
        });
        assertThat(end).isEqualTo(seen.getLast() + 4).isLessThan(400_000);
    }

    @Test
    void a_pipe_is_refused_instead_of_waited_for() throws Exception {
        var pipe = folder.resolve("pipe.jsonl");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        assertThatThrownBy(() -> JsonLines.read(pipe, 0, line -> true)).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void a_link_is_refused() throws IOException {
        var link = Files.createSymbolicLink(folder.resolve("link.jsonl"), file("{}\n"));
        assertThatThrownBy(() -> JsonLines.read(link, 0, line -> true)).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void bad_bytes_inside_a_record_are_replaced() throws IOException {
        var file = folder.resolve("bad.jsonl");
        Files.write(file, new byte[] {'{', '"', 'a', '"', ':', '"', (byte) 0xff, (byte) 0xc3, '"', '}', '\n'});
        JsonLines.read(file, 0, line -> {
            assertThat(line.object().orElseThrow().get("a").asText()).isEqualTo("\uFFFD\uFFFD");
            return true;
        });
    }

    @Test
    void only_an_object_of_bounded_depth_is_an_object() {
        assertThat(parse("{\"a\":[1,2]}")).isTrue();
        assertThat(parse("[1]")).isFalse();
        assertThat(parse("")).isFalse();
        assertThat(parse("{\"a\":")).isFalse();
        assertThat(parse("\0\0\0")).isFalse();
        assertThat(parse("{\"a\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}"))
                .isFalse();
    }

    @Test
    void a_line_of_zero_bytes_is_blank() throws IOException {
        JsonLines.read(file("\0\0 \t\r\n"), 0, line -> {
            assertThat(line.isBlank()).isTrue();
            return true;
        });
    }

    @Test
    void a_tail_starts_at_a_line() throws IOException {
        try (var channel = FileChannel.open(file("one\ntwo\n"))) {
            assertThat(JsonLines.lineStart(channel, 0)).isZero();
            assertThat(JsonLines.lineStart(channel, 1)).isEqualTo(4);
            assertThat(JsonLines.lineStart(channel, 4)).isEqualTo(4);
            assertThat(JsonLines.lineStart(channel, 5)).isEqualTo(8);
        }
    }

    @Test
    void a_value_is_found_by_what_stands_before_it() throws IOException {
        JsonLines.read(file("{\"type\":\"user\",\"text\":\"é\"}\n"), 0, line -> {
            assertThat(line.quotedAfter("\"type\":\"".getBytes(UTF_8), 100)).isEqualTo("user");
            assertThat(line.quotedAfter("\"text\":\"".getBytes(UTF_8), 100)).isEqualTo("é");
            assertThat(line.quotedAfter("\"text\":\"".getBytes(UTF_8), 20)).isEmpty();
            assertThat(line.quotedAfter("\"other\":\"".getBytes(UTF_8), 100)).isEmpty();
            assertThat(line.startsWith("{\"type\"".getBytes(UTF_8))).isTrue();
            assertThat(line.contains("\"é\"".getBytes(UTF_8))).isTrue();
            return true;
        });
    }

    private static boolean parse(String json) {
        var bytes = json.getBytes(UTF_8);
        return JsonLines.parse(bytes, 0, bytes.length).isPresent();
    }

    private static List<String> lines(Path file, long offset) throws IOException {
        var seen = new ArrayList<String>();
        JsonLines.read(file, offset, line -> seen.add(line.toString()));
        return seen;
    }

    private static void truncate(Path file, long size) throws IOException {
        try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(size);
        }
    }

    private Path file(String text) throws IOException {
        return Files.writeString(Files.createTempFile(folder, "log", ".jsonl"), text);
    }
}
