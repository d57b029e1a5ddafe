package dev.svc.server.engine.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.engine.file.FileStamp;
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
    void what_was_not_seen_at_first_is_looked_for_in_more_and_no_line_is_shown_twice() throws IOException {
        var file = file("one\n" + "middle\n".repeat(100) + "model\n" + "last words\n".repeat(3));
        var sizes = new JsonEdges.Sizes(8, 30, 80, 1 << 10);

        assertThat(look(file, sizes, "one", "last words")).containsExactly("0:one", "732:last words", "721:last words");
        assertThat(look(file, sizes, "one", "model"))
                .containsExactly(
                        "0:one",
                        "732:last words",
                        "721:last words",
                        "710:last words",
                        "704:model",
                        "697:middle",
                        "690:middle",
                        "683:middle",
                        "676:middle",
                        "669:middle",
                        "662:middle",
                        "655:middle",
                        "648:middle");
        assertThat(look(file, sizes, "middle", "last words"))
                .containsExactly("0:one", "4:middle", "732:last words", "721:last words");
    }

    @Test
    void a_last_line_longer_than_the_first_look_is_seen() throws IOException {
        var file = file("one\n" + "middle\n".repeat(100) + "x".repeat(50) + "\n");
        assertThat(look(file, new JsonEdges.Sizes(8, 30, 60, 1 << 10), "one", "never"))
                .containsExactly("0:one", "704:" + "x".repeat(50), "697:middle");
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

    private static List<String> look(Path file, JsonEdges.Sizes sizes, String head, String tail) throws IOException {
        var seen = new ArrayList<String>();
        look(FileStamp.of(file).orElseThrow(), sizes, head, tail, seen);
        return seen;
    }

    private static List<String> look(Path file, int edge, String last) throws IOException {
        return look(file, edge, 1 << 20, last);
    }

    private static List<String> look(Path file, int edge, long reach, String last) throws IOException {
        return look(FileStamp.of(file).orElseThrow(), edge, reach, last);
    }

    private static List<String> look(FileStamp stamp, int edge, long reach, String last) throws IOException {
        var seen = new ArrayList<String>();
        look(stamp, new JsonEdges.Sizes(edge, edge, edge, reach), last, "", seen);
        return seen;
    }

    private static void look(
            FileStamp stamp, JsonEdges.Sizes sizes, String lastOfHead, String lastOfTail, List<String> seen)
            throws IOException {
        var edges = new JsonEdges(sizes);
        edges.look(stamp, line -> true, new Backwards(new ArrayList<>(), "")); // what it left is not seen again
        edges.look(
                stamp,
                line -> seen.add(line.start() + ":" + line) && !line.toString().equals(lastOfHead),
                new Backwards(seen, lastOfTail));
    }

    /// Content once it has seen a certain line; takes what there is all the same.
    private record Backwards(List<String> seen, String wanted) implements JsonEdges.Tail {
        @Override
        public boolean line(JsonLine line) {
            return seen.add(line.start() + ":" + line);
        }

        @Override
        public boolean isContent() {
            return seen.stream().anyMatch(line -> line.endsWith(wanted));
        }
    }

    private Path file(String text) throws IOException {
        return Files.writeString(Files.createTempFile(folder, "log", ".jsonl"), text);
    }
}
