package dev.svc.server.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonEdgesTest {
    @TempDir
    Path folder;

    @Test
    void a_short_log_is_seen_once_from_both_ends() throws IOException {
        var file = file("one\ntwo\nthree\nfour\ntorn");
        assertThat(look(file, 1 << 10, "one")).containsExactly("0:one", "14:four", "8:three", "4:two");
        assertThat(look(file, 1 << 10, "four")).containsExactly("0:one", "4:two", "8:three", "14:four");
        assertThat(look(file, 1 << 10, "never")).containsExactly("0:one", "4:two", "8:three", "14:four");
    }

    @Test
    void of_a_long_log_only_the_ends_are_seen() throws IOException {
        var file = file("first\n" + "middle\n".repeat(100) + "last\n");
        assertThat(look(file, 20, "first")).containsExactly("0:first", "706:last", "699:middle", "692:middle");
        assertThat(look(file, 5, "first")).containsExactly("0:first");
        assertThat(look(file, 6, "first")).containsExactly("0:first", "706:last");
    }

    @Test
    void the_head_goes_on_until_it_has_enough_or_has_come_too_far() throws IOException {
        var file = file("x\n".repeat(50) + "wanted\n" + "y\n".repeat(50));
        var seen = look(file, 16, "wanted");
        assertThat(seen.subList(0, 51)).endsWith("98:x", "100:wanted");
        assertThat(seen.subList(51, seen.size())).startsWith("205:y", "203:y");
        assertThat(look(file, 16, 40, "wanted"))
                .hasSize(20 + 7)
                .contains("38:x")
                .doesNotContain("40:x");
    }

    @Test
    void what_grew_since_it_was_stamped_waits_and_what_shrank_ends_early() throws IOException {
        var file = file("one\ntwo\n");
        var stamp = FileStamp.of(file).orElseThrow();
        Files.writeString(file, "one\ntwo\nthree\n");
        assertThat(look(stamp, 1 << 10, 1 << 10, "one")).containsExactly("0:one", "4:two");
        Files.writeString(file, "one\n");
        assertThat(look(stamp, 1 << 10, 1 << 10, "none")).containsExactly("0:one");
        Files.writeString(file, "");
        assertThat(look(stamp, 1 << 10, 1 << 10, "none")).isEmpty();
    }

    private static List<String> look(Path file, int edge, String last) throws IOException {
        return look(file, edge, 1 << 20, last);
    }

    private static List<String> look(Path file, int edge, long reach, String last) throws IOException {
        return look(FileStamp.of(file).orElseThrow(), edge, reach, last);
    }

    private static List<String> look(FileStamp stamp, int edge, long reach, String last) throws IOException {
        var seen = new ArrayList<String>();
        var edges = new JsonEdges(edge, reach);
        edges.look(stamp, line -> true, line -> true); // what it left in the buffer is not seen again
        edges.look(
                stamp,
                line -> seen.add(line.start() + ":" + line) && !line.toString().equals(last),
                line -> seen.add(line.start() + ":" + line));
        return seen;
    }

    private Path file(String text) throws IOException {
        return Files.writeString(Files.createTempFile(folder, "log", ".jsonl"), text);
    }
}
