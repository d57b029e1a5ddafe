package dev.svc.server.change.fold;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.change.fold.ChangedFile.End;
import dev.svc.server.change.fold.ChangedFile.Kind;
import dev.svc.server.change.fold.ChangedFile.Line;
import dev.svc.server.engine.change.Deed;
import dev.svc.server.engine.change.Deed.Replacement;
import dev.svc.server.engine.change.Edit;
import dev.svc.server.engine.change.PatchEnvelope;
import dev.svc.server.engine.change.UnifiedDiff;
import dev.svc.server.engine.change.Was;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EditFoldingTest {
    private static final String TEN = numbered(10);

    private final EditFolding folding = new EditFolding("/work/shop");

    private static String numbered(int count) {
        return IntStream.rangeClosed(1, count).mapToObj(i -> "line " + i + "\n").collect(Collectors.joining());
    }

    private void edit(int turn, Deed deed) {
        folding.edit(new Edit(turn, null, deed));
    }

    private void replace(int turn, Was was, String old, String after) {
        edit(turn, new Deed.Replaced("a.txt", was, List.of(new Replacement(old, after, false)), List.of()));
    }

    private ChangedFile only() {
        return folding.result().files().getFirst();
    }

    private static List<String> lines(ChangedFile.Hunk hunk) {
        return hunk.lines().stream().map(line -> line.op() + line.text()).toList();
    }

    @Test
    void an_edit_is_a_hunk_of_its_turn_with_what_stands_around_it() {
        replace(4, Was.of(TEN), "line 5\n", "five\nand more\n");
        var file = only();
        assertThat(file.path()).isEqualTo("/work/shop/a.txt");
        assertThat(file.kind()).isEqualTo(Kind.MODIFIED);
        assertThat(file.isWhole()).isTrue();
        assertThat(file.additions()).isEqualTo(2);
        assertThat(file.deletions()).isEqualTo(1);
        var hunk = file.hunks().getFirst();
        assertThat(hunk.turn()).isEqualTo(4);
        assertThat(hunk.oldStart()).isEqualTo(2);
        assertThat(hunk.newStart()).isEqualTo(2);
        assertThat(lines(hunk))
                .containsExactly(
                        " line 2",
                        " line 3",
                        " line 4",
                        "-line 5",
                        "+five",
                        "+and more",
                        " line 6",
                        " line 7",
                        " line 8");
    }

    @Test
    void what_is_taken_back_is_no_change() {
        replace(1, Was.of(TEN), "line 5", "five");
        replace(2, Was.UNKNOWN, "five", "line 5");
        assertThat(folding.result().files()).isEmpty();
        assertThat(folding.result().touched()).containsExactly("/work/shop/a.txt");
    }

    @Test
    void a_file_that_came_and_went_is_no_change() {
        edit(1, new Deed.Wrote("a.txt", Was.NOTHING, "x\n"));
        edit(2, new Deed.Deleted("a.txt", Was.UNKNOWN));
        assertThat(folding.result().files()).isEmpty();
    }

    @Test
    void neighbouring_lines_of_two_turns_are_two_hunks_without_a_line_in_both() {
        replace(1, Was.of(TEN), "line 3\n", "three\n");
        replace(7, Was.UNKNOWN, "line 5\n", "five\n");
        var file = only();
        assertThat(file.hunks()).extracting(ChangedFile.Hunk::turn).containsExactly(1, 7);
        assertThat(lines(file.hunks().get(0))).containsExactly(" line 1", " line 2", "-line 3", "+three", " line 4");
        assertThat(lines(file.hunks().get(1))).containsExactly("-line 5", "+five", " line 6", " line 7", " line 8");
        assertThat(Applied.to(TEN, file))
                .isEqualTo(TEN.replace("line 3", "three").replace("line 5", "five"));
    }

    @Test
    void a_line_belongs_to_the_turn_that_wrote_it_last() {
        edit(1, new Deed.Wrote("a.txt", Was.NOTHING, "a\nb\nc\n"));
        replace(5, Was.UNKNOWN, "b", "B");
        var file = only();
        assertThat(file.kind()).isEqualTo(Kind.ADDED);
        assertThat(file.hunks()).extracting(ChangedFile.Hunk::turn).containsExactly(1, 5, 1);
        assertThat(Applied.to("", file)).isEqualTo("a\nB\nc\n");
    }

    @Test
    void what_was_changed_outside_between_two_edits_is_nobodys() {
        replace(1, Was.of(TEN), "line 2", "two");
        replace(3, Was.of(TEN.replace("line 2", "two").replace("line 9", "nine")), "line 5", "five");
        var file = only();
        assertThat(file.hunks()).extracting(ChangedFile.Hunk::turn).containsExactly(1, 3, null);
    }

    @Test
    void a_deleted_file_shows_what_was_in_it() {
        edit(2, new Deed.Deleted("a.txt", Was.of("x\ny")));
        var file = only();
        assertThat(file.kind()).isEqualTo(Kind.DELETED);
        assertThat(file.hunks().getFirst().lines())
                .containsExactly(new Line('-', "x", End.LF), new Line('-', "y", End.NONE));
        assertThat(file.hunks().getFirst().newStart()).isZero();
    }

    @Test
    void a_moved_file_says_from_where() {
        edit(1, new Deed.Patched("a.txt", "b/c.txt", Was.of(TEN), UnifiedDiff.read("@@ -1 +1 @@\n-line 1\n+one\n")));
        edit(2, new Deed.Patched("b/c.txt", "d.txt", Was.UNKNOWN, List.of()));
        var file = only();
        assertThat(file.kind()).isEqualTo(Kind.MOVED);
        assertThat(file.from()).isEqualTo("/work/shop/a.txt");
        assertThat(file.path()).isEqualTo("/work/shop/d.txt");
        assertThat(file.additions()).isEqualTo(1);
    }

    @Test
    void a_new_file_that_was_moved_is_new_there() {
        edit(1, new Deed.Wrote("a.txt", Was.NOTHING, "x\n"));
        edit(2, new Deed.Patched("a.txt", "b.txt", Was.UNKNOWN, List.of()));
        assertThat(only().kind()).isEqualTo(Kind.ADDED);
        assertThat(only().from()).isNull();
    }

    @Test
    void patches_with_places_number_lines_of_a_file_that_nobody_has_seen() {
        edit(1, patched("@@ -100,3 +100,4 @@\n a\n-b\n+B\n+new\n c\n"));
        edit(2, patched("@@ -11,1 +11,0 @@\n-early\n"));
        var file = only();
        assertThat(file.isWhole()).isTrue();
        assertThat(file.hunks()).extracting(ChangedFile.Hunk::turn).containsExactly(2, 1);
        assertThat(file.hunks().get(0).oldStart()).isEqualTo(11);
        assertThat(file.hunks().get(0).newStart()).isEqualTo(10);
        assertThat(file.hunks().get(1).oldStart()).isEqualTo(100);
        assertThat(file.hunks().get(1).newStart()).isEqualTo(99);
    }

    private static Deed patched(String diff) {
        return new Deed.Patched("a.txt", "a.txt", Was.UNKNOWN, UnifiedDiff.read(diff));
    }

    @Test
    void a_text_that_is_seen_later_completes_what_was_known_at_places() {
        edit(1, patched("@@ -5,1 +5,1 @@\n-line 5\n+five\n"));
        replace(2, Was.of(TEN.replace("line 5", "five")), "line 10", "ten");
        var file = only();
        assertThat(file.isWhole()).isTrue();
        assertThat(Applied.to(TEN, file))
                .isEqualTo(TEN.replace("line 5", "five").replace("line 10", "ten"));
    }

    @Test
    void edits_without_a_place_are_fragments_and_later_ones_go_on_with_them() {
        replace(1, Was.UNKNOWN, "return a", "return b");
        replace(3, Was.UNKNOWN, "return b", "return c");
        replace(4, Was.UNKNOWN, "x = 1\nreturn c\n", "return d\n");
        replace(6, Was.UNKNOWN, "elsewhere", "here");
        var file = only();
        assertThat(file.isWhole()).isFalse();
        assertThat(file.hunks()).hasSize(2);
        assertThat(lines(file.hunks().get(0))).containsExactly("-x = 1", "-return a", "+return d");
        assertThat(file.hunks().get(0).turn()).isEqualTo(4);
        assertThat(lines(file.hunks().get(1))).containsExactly("-elsewhere", "+here");
    }

    @Test
    void fragments_find_their_place_in_a_text_that_is_seen_later() {
        replace(1, Was.UNKNOWN, "line 3", "three");
        replace(2, Was.of(TEN.replace("line 3", "three")), "line 9", "nine");
        var file = only();
        assertThat(file.isWhole()).isTrue();
        assertThat(file.hunks()).extracting(ChangedFile.Hunk::turn).containsExactly(1, 2);
        assertThat(Applied.to(TEN, file))
                .isEqualTo(TEN.replace("line 3", "three").replace("line 9", "nine"));
    }

    @Test
    void a_patch_that_does_not_apply_is_a_fragment_and_the_rest_stays() {
        edit(1, new Deed.Wrote("a.txt", Was.NOTHING, TEN));
        edit(2, patched("@@ -1,2 +1,2 @@\n other\n-text\n+words\n"));
        var file = only();
        assertThat(file.isWhole()).isFalse();
        assertThat(file.hunks()).extracting(ChangedFile.Hunk::turn).containsExactly(1, 2);
        assertThat(file.additions()).isEqualTo(11);
    }

    @Test
    void a_patch_without_places_is_found_by_its_lines() {
        edit(
                1,
                new Deed.Wrote(
                        "a.txt",
                        Was.of("def f():\n    x\n\ndef g():\n    x\n"),
                        "def f():\n    x\n\ndef g():\n    x\n"));
        PatchEnvelope.find("*** Begin Patch\n*** Update File: a.txt\n@@ def g():\n-    x\n+    y\n*** End Patch")
                .orElseThrow()
                .forEach(deed -> edit(2, deed));
        assertThat(Applied.to("def f():\n    x\n\ndef g():\n    x\n", only()))
                .isEqualTo("def f():\n    x\n\ndef g():\n    y\n");
    }

    @Test
    void line_ends_are_kept_and_told() {
        replace(1, Was.of("a\r\nb\r\nc"), "a\nb", "a\nB");
        var file = only();
        assertThat(file.hunks().getFirst().lines())
                .containsExactly(
                        new Line(' ', "a", End.CRLF),
                        new Line('-', "b", End.CRLF),
                        new Line('+', "B", End.CRLF),
                        new Line(' ', "c", End.NONE));
    }

    @Test
    void a_missing_line_feed_at_the_end_is_a_change() {
        edit(1, new Deed.Wrote("a.txt", Was.of("a\nb"), "a\nb\n"));
        assertThat(only().hunks().getFirst().lines())
                .containsExactly(new Line(' ', "a", End.LF), new Line('-', "b", End.NONE), new Line('+', "b", End.LF));
    }

    @Test
    void binary_and_very_large_texts_have_no_hunks() {
        edit(1, new Deed.Wrote("a.bin", Was.NOTHING, "\0x"));
        edit(1, new Deed.Wrote("b.txt", Was.NOTHING, "x\n".repeat(5 << 20)));
        var files = folding.result().files();
        assertThat(files).extracting(ChangedFile::isBinary).containsExactly(true, false);
        assertThat(files).extracting(ChangedFile::isTruncated).containsExactly(false, true);
        assertThat(files).allMatch(file -> file.hunks().isEmpty());
    }

    @Test
    void commands_that_may_have_written_are_named_in_order() {
        edit(3, new Deed.Ran("make"));
        edit(5, new Deed.Ran("x".repeat(10_000)));
        var unknown = folding.result().unknown();
        assertThat(unknown).extracting(SessionDiff.Unknown::turn).containsExactly(3, 5);
        assertThat(unknown.get(1).command()).hasSizeLessThan(3_000);
    }

    @Test
    void what_was_left_out_is_told() {
        folding.leftOut();
        assertThat(folding.result().isTruncated()).isTrue();
    }

    @Test
    void more_files_than_anybody_looks_at_are_cut() {
        for (int i = 0; i < 4_000; i++) {
            edit(i, new Deed.Wrote("f" + i, Was.NOTHING, "x\n"));
        }
        assertThat(folding.result().files()).hasSize(3_000);
        assertThat(folding.result().isTruncated()).isTrue();
    }

    @Test
    void paths_that_are_none_are_left_out() {
        edit(1, new Deed.Wrote("\0", Was.NOTHING, "x\n"));
        edit(1, new Deed.Wrote("", Was.NOTHING, "x\n"));
        edit(1, new Deed.Wrote("../shop/./a.txt", Was.NOTHING, "x\n"));
        assertThat(only().path()).isEqualTo("/work/shop/a.txt");
        assertThat(folding.result().files()).hasSize(1);
    }

    /// The rule that all others follow from.
    @Test
    void the_net_diff_leads_from_the_text_before_to_the_text_after_whatever_was_edited() {
        var random = new Random(11);
        for (int round = 0; round < 300; round++) {
            var session = new EditFolding("/w");
            var before = text(random, random.nextInt(30));
            var now = before;
            for (int turn = 0; turn < 12; turn++) {
                var next = changed(now, random);
                boolean isTold = turn == 0 || random.nextInt(3) == 0;
                session.edit(new Edit(turn, null, new Deed.Wrote("f", isTold ? Was.of(now) : Was.UNKNOWN, next)));
                now = next;
            }
            var files = session.result().files();
            var after = files.isEmpty() ? before : Applied.to(before, files.getFirst());
            assertThat(after).isEqualTo(now);
        }
    }

    @Test
    void replacing_any_stretch_of_a_text_is_the_same_as_writing_it() {
        var random = new Random(13);
        for (int round = 0; round < 500; round++) {
            var session = new EditFolding("/w");
            var before = text(random, 1 + random.nextInt(8)) + (random.nextBoolean() ? "" : "end");
            var now = before;
            for (int turn = 0; turn < 6 && !now.isEmpty(); turn++) {
                int from = random.nextInt(now.length());
                int to = Math.min(now.length(), from + 1 + random.nextInt(9));
                var old = now.substring(from, to);
                var after = random.nextBoolean() ? "" : "x".repeat(random.nextInt(3)) + text(random, random.nextInt(2));
                var one = new Replacement(old, after, false);
                var was = turn == 0 ? Was.of(now) : Was.UNKNOWN;
                session.edit(new Edit(turn, null, new Deed.Replaced("f", was, List.of(one), List.of())));
                int at = now.indexOf(old);
                now = now.substring(0, at) + after + now.substring(at + old.length());
            }
            var files = session.result().files();
            assertThat(files.isEmpty() ? before : Applied.to(before, files.getFirst()))
                    .isEqualTo(now);
        }
    }

    private static String text(Random random, int lines) {
        return IntStream.range(0, lines)
                .mapToObj(_ -> "w" + random.nextInt(12) + "\n")
                .collect(Collectors.joining());
    }

    private static String changed(String text, Random random) {
        var lines = FileLines.of(text);
        int from = random.nextInt(lines.size() + 1);
        int to = Math.min(lines.size(), from + random.nextInt(4));
        var changed = String.join("", lines.subList(0, from))
                + text(random, random.nextInt(4))
                + String.join("", lines.subList(to, lines.size()));
        return random.nextInt(10) == 0 && changed.endsWith("\n") ? changed.substring(0, changed.length() - 1) : changed;
    }
}
