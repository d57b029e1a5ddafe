package dev.svc.server.engine.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Logs are written here as the names of their entries: `b<a` is an entry b that follows a, `a<` one that follows none,
/// `c` one that does not say what it follows, and `#` a line that is no entry.
class LinePathTest {
    @TempDir
    Path folder;

    private static @Nullable NamedLine name(JsonLine line) {
        var text = line.toString();
        int sign = text.indexOf('<');
        if (text.equals("#")) {
            return null;
        }
        return sign < 0
                ? new NamedLine(text.equals("?") ? "" : text, null)
                : new NamedLine(text.substring(0, sign), text.substring(sign + 1));
    }

    private Path log(String entries) throws IOException {
        return Files.writeString(folder.resolve("log"), entries.replace(' ', '\n') + "\n");
    }

    /// What counts by a look at all of it.
    private List<String> looked(String entries) throws IOException {
        var log = log(entries);
        var look = new LinePath.Look(LinePathTest::name);
        JsonLines.read(log, 0, line -> {
            look.line(line.start(), line);
            return true;
        });
        var path = look.path();
        var counted = new ArrayList<String>();
        JsonLines.read(log, 0, line -> {
            if (path.step(line.start(), line) == LinePath.Step.COUNTS) {
                counted.add(line.toString());
            }
            return true;
        });
        return counted;
    }

    /// How far it is straight.
    private int straight(String entries, String last) throws IOException {
        var path = LinePath.straight(LinePathTest::name, last);
        var lines = new int[1];
        JsonLines.read(log(entries), 0, line -> {
            boolean counts = path.step(line.start(), line) == LinePath.Step.COUNTS;
            lines[0] += counts ? 1 : 0;
            return counts;
        });
        return lines[0];
    }

    @ParameterizedTest
    @ValueSource(strings = {"a<", "# a< b<a # c<b", "a b c", "? ? ?", "# #", "a< b<a b<b c<b"})
    void all_of_a_straight_log_counts(String entries) throws IOException {
        int all = entries.split(" ", -1).length;
        assertThat(looked(entries)).hasSize(all);
        assertThat(straight(entries, "")).isEqualTo(all);
    }

    @Test
    void what_was_taken_back_does_not_count() throws IOException {
        assertThat(looked("# a< b<a c<b d<c e<b f<e")).containsExactly("#", "a<", "b<a", "e<b", "f<e");
        assertThat(straight("# a< b<a c<b d<c e<b f<e", "")).isEqualTo(5);
    }

    @Test
    void two_that_answer_at_once_leave_the_first_answer_behind() throws IOException {
        assertThat(looked("a< b<a x<b c<b y<x")).containsExactly("a<", "b<a", "x<b", "y<x");
    }

    @Test
    void one_that_goes_back_to_before_the_first_begins_anew() throws IOException {
        assertThat(looked("a< b<a c< d<c")).containsExactly("c<", "d<c");
        assertThat(straight("a< b<a c< d<c", "")).isEqualTo(2);
    }

    @Test
    void lines_that_are_no_entries_count_on_every_branch() throws IOException {
        assertThat(looked("a< # b<a # c<a")).containsExactly("a<", "#", "#", "c<a");
    }

    @Test
    void an_entry_whose_forerunner_is_damaged_follows_the_one_ahead_of_it() throws IOException {
        assertThat(looked("a< b<a d<c e<d")).hasSize(4);
    }

    @Test
    void no_way_goes_in_circles() throws IOException {
        assertThat(looked("a<c b<a c<b a<a")).containsExactly("a<c", "a<a");
    }

    @Test
    void a_log_that_grew_is_straight_from_where_it_was_left() throws IOException {
        var path = LinePath.straight(LinePathTest::name, "");
        JsonLines.read(log("a< b<a"), 0, line -> path.step(line.start(), line) == LinePath.Step.COUNTS);
        assertThat(path.last()).isEqualTo("b");
        assertThat(straight("c<b d<c", path.last())).isEqualTo(2);
        assertThat(straight("c<a d<c", path.last())).isZero();
    }

    @Test
    void a_name_stays_short_and_on_one_line() throws IOException {
        var path = LinePath.straight(_ -> new NamedLine("a\tb\n" + "x".repeat(500), ""), "");
        JsonLines.read(log("any"), 0, line -> path.step(line.start(), line) == LinePath.Step.COUNTS);
        assertThat(path.last()).startsWith("a b x").hasSizeLessThan(100);
    }
}
