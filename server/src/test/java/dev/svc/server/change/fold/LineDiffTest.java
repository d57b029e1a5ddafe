package dev.svc.server.change.fold;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LineDiffTest {

    @Test
    void it_finds_the_most_lines_that_are_in_both_in_order() {
        var random = new Random(7);
        for (int round = 0; round < 2_000; round++) {
            var one = lines(random, random.nextInt(14), 4);
            var other = lines(random, random.nextInt(14), 4);
            var match = LineDiff.match(one, other, new LineDiff.Budget());
            check(one, other, match);
            assertThat(IntStream.of(match).filter(at -> at >= 0).count())
                    .as("%s and %s", one, other)
                    .isEqualTo(longest(one, other));
        }
    }

    @Test
    void without_a_budget_it_is_coarse_and_still_right() {
        var random = new Random(8);
        for (int round = 0; round < 500; round++) {
            var one = lines(random, 40, 30);
            var other = lines(random, 40, 30);
            check(one, other, LineDiff.match(one, other, new LineDiff.Budget(50)));
        }
    }

    @Test
    void large_texts_that_differ_everywhere_keep_what_is_the_same_once() {
        var one = new ArrayList<String>();
        var other = new ArrayList<String>();
        for (int i = 0; i < 20_000; i++) {
            one.add("old " + i);
            other.add("new " + i);
            if (i % 100 == 0) {
                one.add("kept " + i);
                other.add("kept " + i);
            }
        }
        var match = LineDiff.match(one, other, new LineDiff.Budget());
        check(one, other, match);
        assertThat(IntStream.of(match).filter(at -> at >= 0).count()).isEqualTo(200);
    }

    @Test
    void hostile_texts_end() {
        var one = new ArrayList<>(Collections.nCopies(30_000, "x"));
        one.addAll(Collections.nCopies(30_000, "y"));
        var other = new ArrayList<>(Collections.nCopies(30_000, "y"));
        other.addAll(Collections.nCopies(30_000, "x"));
        check(one, other, LineDiff.match(one, other, new LineDiff.Budget()));
    }

    private static List<String> lines(Random random, int count, int kinds) {
        return IntStream.range(0, count)
                .mapToObj(_ -> Integer.toString(random.nextInt(kinds)))
                .toList();
    }

    private static void check(List<String> one, List<String> other, int[] match) {
        int last = -1;
        for (int i = 0; i < match.length; i++) {
            if (match[i] >= 0) {
                assertThat(match[i]).isGreaterThan(last);
                assertThat(other.get(match[i])).isEqualTo(one.get(i));
                last = match[i];
            }
        }
        assertThat(match).hasSize(one.size());
    }

    private static int longest(List<String> one, List<String> other) {
        var best = new int[one.size() + 1][other.size() + 1];
        for (int i = 1; i <= one.size(); i++) {
            for (int j = 1; j <= other.size(); j++) {
                best[i][j] = one.get(i - 1).equals(other.get(j - 1))
                        ? best[i - 1][j - 1] + 1
                        : Math.max(best[i - 1][j], best[i][j - 1]);
            }
        }
        return best[one.size()][other.size()];
    }
}
