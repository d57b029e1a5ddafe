package dev.svc.server.search.index;

import static dev.svc.server.search.index.MadeIndex.NOW;
import static dev.svc.server.search.index.MadeIndex.UNHURRIED;
import static dev.svc.server.search.index.MadeIndex.read;
import static dev.svc.server.search.index.MadeIndex.session;
import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.follow.FollowMark;
import dev.svc.server.search.index.TurnFinder.Window;
import dev.svc.server.session.Turn;
import dev.svc.server.session.Turn.Mark;
import dev.svc.server.session.Turn.Role;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An index that several threads look through answers as it does for one.
class SearchersTest {
    private static final List<String> WORDS = List.of("the", "the", "the", "harbour", "crane", "ballast", "quay");
    private static final int SESSIONS = 60;

    @TempDir
    Path folder = Path.of("");

    @BeforeEach
    void index() throws IOException {
        var random = new Random(7);
        try (var index = of(1)) {
            for (int number = 0; number < SESSIONS; number++) {
                var turns = new ArrayList<Turn>();
                for (int turn = 0; turn <= random.nextInt(40); turn++) {
                    // Few ages and few texts, so that many turns are as good as others.
                    var at = NOW.minus(Duration.ofDays(random.nextInt(3)));
                    var text = WORDS.get(random.nextInt(WORDS.size())) + " " + WORDS.get(random.nextInt(WORDS.size()));
                    turns.add(new Turn(Role.USER, at, text, null, null, Mark.NONE, List.of()));
                }
                index.take(session("s" + number), 0, turns, new FollowMark(turns.size(), 1, turns.size(), 1));
                if (number % 7 == 0) {
                    index.flush(); // a segment of its own
                }
            }
            index.flush();
        }
    }

    private SearchIndex of(int threads) {
        return new SearchIndex(folder.resolve("index"), () -> 2048, () -> {}, new Searchers(threads, 1));
    }

    private List<FoundTurns> answers(int threads) throws IOException {
        var answers = new ArrayList<FoundTurns>();
        try (var index = of(threads)) {
            var finder = new TurnFinder(index, UNHURRIED);
            for (var typed : List.of("the", "the crane", "harb*", "\"the quay\"", "/b.ll/ ballast", "ballast -crane")) {
                for (int offset : new int[] {0, 10, 50}) {
                    var found = finder.find(read(typed), _ -> true, new Window(offset, 10), NOW);
                    answers.add(new FoundTurns(
                            found.groups(),
                            found.sessions().stream().sorted().toList(),
                            found.turns(),
                            found.byKind(),
                            found.bounded()));
                }
                answers.add(finder.in(session("s1"), read(typed), NOW));
            }
        }
        return answers;
    }

    @Test
    void more_threads_find_the_same_in_the_same_order() throws IOException {
        var one = answers(1);
        assertThat(one.getFirst().groups()).hasSize(10);
        assertThat(answers(2)).isEqualTo(one);
        assertThat(answers(4)).isEqualTo(one);
    }

    @Test
    void a_session_that_is_not_asked_for_is_not_counted_by_any_of_them() throws IOException {
        try (var index = of(3)) {
            var finder = new TurnFinder(index, UNHURRIED);
            var found = finder.find(read("the"), session("s3")::equals, new Window(0, 10), NOW);
            assertThat(found.sessions()).containsExactly(session("s3"));
            assertThat(found.turns())
                    .isEqualTo(finder.in(session("s3"), read("the"), NOW).turns());
        }
    }
}
