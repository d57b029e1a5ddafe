package dev.svc.server.search.index;

import static dev.svc.server.search.index.MadeIndex.NOW;
import static dev.svc.server.search.index.MadeIndex.said;
import static dev.svc.server.search.index.MadeIndex.session;
import static dev.svc.server.search.index.MadeIndex.used;
import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.search.index.FoundTurns.Hit;
import dev.svc.server.search.query.TurnKind;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Turn;
import dev.svc.server.session.Turn.Role;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TurnFinderTest {
    @TempDir
    private Path folder;

    private MadeIndex made;

    @BeforeEach
    void begin() {
        made = new MadeIndex(folder.resolve("index"));
    }

    @AfterEach
    void end() throws IOException {
        made.close();
    }

    private static Turn at(String text, Duration ago) {
        return said(Role.USER, text, NOW.minus(ago));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            deadlock                 | 0 1 6
            DEADLOCK timeout         | 0 1
            "deadlock timeout"       | 0
            dead*                    | 0 1 6 7
            deadlock -timeout        | 6
            deadlock -"by a timeout" | 0 6
            timeout -dead*           | 2
            "timeout deadlock"       |
            maxRetries               | 3 4
            max_retries              | 3 4
            maxretries               | 3
            retries                  | 3 4
            maxR*                    | 3 4
            "max retries"            | 3 4
            "foo(bar)"               | 5
            "foo (bar)"              | 9
            "foo( bar"               |
            foo                      | 5 8 9
            foo(bar)                 | 5 8 9
            foo -"foo(bar)"          | 8 9
            ->                       | 8 9
            foo ->                   | 8 9
            "->"                     | 8 9
            "->  baz"                | 9
            -"->" foo                | 5
            /time.?out/              | 0 1 2
            /TIMEOUT/                |
            /TIMEOUT/i               | 0 1 2
            /^the/                   | 1
            deadlock -/^the/         | 0 6
            /nothing of this/        |
            日本                     | 10
            語                       | 10
            日語                     |
            한국                     | 11
            strasse                  | 11
            cafe                     | 12
            café                     | 12
            "v4.3.1"                 | 12
            4.3.1                    | 12
            """)
    void a_query_finds_the_turns_that_the_guide_says(String typed, String turns) throws IOException {
        made.saying(
                "one",
                "a deadlock timeout here",
                "a deadlock, ended\nthe moment it is ended by a timeout",
                "only a timeout",
                "maxRetries = 3",
                "max_retries: 4",
                "call foo(bar) now",
                "deadlock",
                "deadly things",
                "foo bar -> end",
                "foo (bar) ->\n\tbaz",
                "これは日本語です",
                "한국어 Straße",
                "cafe\u0301 v4.3.1");
        assertThat(made.turns("one", typed))
                .containsExactlyElementsOf(
                        turns == null
                                ? List.of()
                                : List.of(turns.split(" ")).stream()
                                        .map(Integer::valueOf)
                                        .toList());
        var found = made.find(typed);
        assertThat(found.turns()).isEqualTo(turns == null ? 0 : turns.split(" ").length);
        assertThat(found.bounded()).isNull();
    }

    @Test
    void the_beginning_of_a_name_with_parts_finds_names_that_begin_so() throws IOException {
        made.saying(
                "one",
                "the retry-queue is full",
                "queue it, then retry",
                "retryQueue was renamed",
                "retry the other one, no queue",
                "retry_quick",
                "retry-once");
        assertThat(made.turns("one", "retry-qu*")).containsExactlyInAnyOrder(0, 2, 4);
        assertThat(made.turns("one", "retry-que*")).containsExactlyInAnyOrder(0, 2);
        assertThat(made.turns("one", "retry_qu*")).containsExactlyInAnyOrder(0, 2, 4);
        assertThat(made.turns("one", "retry-zz*")).isEmpty();
        assertThat(made.turns("one", "retry -retry-qu*")).containsExactlyInAnyOrder(1, 3, 5);
    }

    @Test
    void a_name_whose_end_may_be_too_many_words_is_found_by_its_parts() throws IOException {
        var words = new StringBuilder("a-b0");
        for (int i = 1; i <= 1_200; i++) {
            words.append(" b").append(i);
        }
        made.saying("one", words.toString(), "a b77 of its own");
        assertThat(made.turns("one", "a-b*")).containsExactlyInAnyOrder(0, 1);
    }

    @Test
    void a_query_finds_turns_of_a_kind_or_a_tool() throws IOException {
        made.with(
                "one",
                said(Role.USER, "shop", NOW),
                said(Role.ASSISTANT, "shop", NOW),
                used("Bash", "ls shop", "shop"),
                used("Edit", "shop.java", "@@ -1 +1 @@\n-shop\n+shops"),
                said(Role.SYSTEM, "shop", NOW));
        assertThat(made.turns("one", "shop role:you")).containsExactly(0);
        assertThat(made.turns("one", "shop role:assistant,system")).containsExactly(1, 4);
        assertThat(made.turns("one", "shop -role:user")).containsExactly(1, 2, 3, 4);
        assertThat(made.turns("one", "role:edit")).containsExactly(3);
        assertThat(made.turns("one", "tool:bash")).containsExactly(2);
        assertThat(made.turns("one", "tool:BASH,edit")).containsExactly(2, 3);
        assertThat(made.turns("one", "shop -tool:Bash")).containsExactly(0, 1, 3, 4);
        assertThat(made.turns("one", "role:tool -tool:Bash")).isEmpty();
    }

    @Test
    void kinds_are_counted_without_the_filter_for_kinds() throws IOException {
        made.with("one", said(Role.USER, "shop", NOW), said(Role.ASSISTANT, "shop", NOW), said(Role.USER, "x", NOW))
                .with("two", used("Bash", "shop", ""));
        for (var typed : List.of("shop", "shop role:user", "shop -role:user", "/shop/ role:tool")) {
            assertThat(made.find(typed).byKind())
                    .as(typed)
                    .isEqualTo(Map.of(
                            TurnKind.USER, 1L,
                            TurnKind.ASSISTANT, 1L,
                            TurnKind.TOOL, 1L,
                            TurnKind.EDIT, 0L,
                            TurnKind.SYSTEM, 0L));
        }
        var found = made.find("shop role:user");
        assertThat(found.turns()).isEqualTo(1);
        assertThat(found.sessions()).containsExactly(session("one"));
    }

    @Test
    void times_are_from_a_moment_on_and_before_one() throws IOException {
        var moment = Instant.parse("2026-11-01T00:00:00Z");
        made.with(
                "one",
                said(Role.USER, "shop", moment.minusMillis(1)),
                said(Role.USER, "shop", moment),
                said(Role.USER, "shop", null));
        assertThat(made.turns("one", "shop before:2026-11-01")).containsExactly(0);
        assertThat(made.turns("one", "shop after:2026-11-01")).containsExactly(1);
        assertThat(made.turns("one", "shop -after:2026-11-01")).containsExactly(0);
        assertThat(made.turns("one", "shop")).containsExactly(0, 1, 2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"+999999999-12-31T23:59:59Z", "-999999999-01-01T00:00:00Z", "1969-12-31T23:59:59Z"})
    void a_moment_that_no_clock_has_shown_does_not_stop_the_index(String moment) throws IOException {
        made.with("one", said(Role.USER, "shop", Instant.parse(moment)));
        assertThat(made.find("shop").groups().getFirst().hits())
                .extracting(Hit::at)
                .containsOnlyNulls();
    }

    @Test
    void filters_alone_find_every_turn_the_newest_first() throws IOException {
        made.with(
                        "old",
                        at("a", Duration.ofDays(900)),
                        at("b", Duration.ofDays(900).plusSeconds(1)))
                .with("new", at("c", Duration.ofSeconds(2)), at("d", Duration.ofSeconds(1)))
                .with("older", at("e", Duration.ofDays(900).plusMillis(5)));
        var found = made.find("role:user");
        assertThat(MadeIndex.names(found)).containsExactly("new", "old", "older");
        assertThat(found.groups().getFirst().hits()).extracting(Hit::turn).containsExactly(1, 0);
        assertThat(found.groups().get(1).hits()).extracting(Hit::turn).containsExactly(0, 1);
        assertThat(made.names("/[a-e]/")).containsExactly("new", "old", "older");
    }

    @Test
    void a_fuller_match_beats_a_newer_one_and_of_two_alike_the_newer_is_first() throws IOException {
        made.with("full", at("lock lock lock", Duration.ofDays(400)))
                .with("once", at("a lock of some other door and much else besides", Duration.ofDays(0)))
                .with("newer", at("one lock here", Duration.ofDays(100)))
                .with("older", at("one lock here", Duration.ofDays(101)))
                .with("undated", said(Role.USER, "one lock here", null));
        assertThat(made.names("lock")).startsWith("full").containsSubsequence("newer", "older", "undated");
    }

    @Test
    void a_group_shows_its_three_best_turns_and_counts_the_rest() throws IOException {
        made.saying(
                "one", "lock and many other words that make it long", "lock lock", "lock", "x", "lock lock lock lock");
        var group = made.find("lock").groups().getFirst();
        assertThat(group.hits()).hasSize(3);
        assertThat(group.hits()).extracting(Hit::turn).doesNotContain(0);
        assertThat(group.hits()).extracting(Hit::score).isSortedAccordingTo((a, b) -> Float.compare(b, a));
        assertThat(group.more()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"lock", "/lock/", "role:user"})
    void pages_follow_each_other_without_gap_or_double(String typed) throws IOException {
        for (int i = 0; i < 23; i++) {
            made.saying("s" + i, "lock", "lock " + i);
        }
        var whole = made.names(typed);
        var paged = new ArrayList<String>();
        for (int offset = 0; offset < 23; offset += 5) {
            paged.addAll(MadeIndex.names(made.find(typed, offset, 5)));
        }
        assertThat(whole).hasSize(23).doesNotHaveDuplicates();
        assertThat(paged).isEqualTo(whole);
        assertThat(made.find(typed, 23, 5).groups()).isEmpty();
        assertThat(made.find(typed, 1_000_000, 5).sessions()).hasSize(23);
    }

    @Test
    void only_the_sessions_that_are_asked_for_count() throws IOException {
        made.saying("one", "lock", "lock").saying("two", "lock");
        for (var typed : List.of("lock", "/lock/")) {
            var found =
                    made.finder.find(MadeIndex.read(typed), session("two")::equals, new TurnFinder.Window(0, 10), NOW);
            assertThat(MadeIndex.names(found)).containsExactly("two");
            assertThat(found.turns()).isEqualTo(1);
            assertThat(found.byKind()).containsEntry(TurnKind.USER, 1L);
            assertThat(found.sessions()).containsExactly(session("two"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"lock", "/lock/", "role:user"})
    void the_turns_of_one_session_are_in_order_and_the_best_500_of_more(String typed) throws IOException {
        var turns = new Turn[600];
        for (int i = 0; i < turns.length; i++) {
            turns[i] = said("lock");
        }
        turns[0] = said("lock lock lock lock");
        made.with("one", turns).saying("two", "lock");
        var found = made.in("one", typed);
        var hits = found.groups().getFirst().hits();
        assertThat(hits)
                .hasSize(500)
                .extracting(Hit::turn)
                .isSorted()
                .doesNotHaveDuplicates()
                .contains(0);
        assertThat(found.turns()).isEqualTo(600);
        assertThat(found.groups().getFirst().more()).isEqualTo(100);
    }

    @Test
    void a_session_without_a_match_has_no_turns() throws IOException {
        made.saying("one", "lock");
        assertThat(made.turns("one", "key")).isEmpty();
        assertThat(made.turns("unknown", "lock")).isEmpty();
    }

    @Test
    void what_is_rewritten_or_forgotten_is_not_found() throws IOException {
        made.saying("one", "lock", "lock").saying("two", "lock");
        made.saying("one", "key");
        made.index.forget(session("two"));
        assertThat(made.names("lock")).isEmpty();
        assertThat(made.names("key")).containsExactly("one");
    }

    @Test
    void sessions_that_say_the_same_rare_words_are_similar() throws IOException {
        for (int i = 0; i < 10; i++) {
            made.saying("other" + i, "please change this file and test it again number" + i);
        }
        made.saying(
                        "one",
                        "please fix the sourdough oven thermostat, please",
                        "thermostat thermostat onlyhere onlyhere",
                        "onlyhere onlyhere again and onlyhere")
                .saying("near", "the thermostat of my sourdough oven again")
                .saying("half", "what a thermostat is good for");
        var similar = made.finder.similar(session("one"), _ -> true, 10, NOW);
        assertThat(similar).startsWith(session("near"), session("half")).doesNotContain(session("one"));
        assertThat(made.finder.similar(session("one"), it -> !it.equals(session("near")), 1, NOW))
                .containsExactly(session("half"));
        assertThat(made.finder.similar(session("unknown"), _ -> true, 10, NOW)).isEmpty();
    }

    /// Its own words are rarer than all others, and nobody else says them.
    @Test
    void words_that_only_the_session_itself_says_do_not_hide_the_others() throws IOException {
        var own = new StringBuilder();
        for (int i = 0; i < 60; i++) {
            own.append(" own").append((char) ('a' + i % 26)).append((char) ('a' + i / 26));
        }
        made.saying("one", own.toString(), own.toString(), own + " thermostat")
                .saying("near", "a thermostat")
                .saying("far", "nothing of it");
        assertThat(made.finder.similar(session("one"), _ -> true, 10, NOW)).containsExactly(session("near"));
    }

    /// More than are passed on at once, over many segments, with sessions between them that are left out.
    @Test
    void of_thousands_of_turns_each_is_counted_once() throws IOException {
        var turns = new Turn[300];
        for (int i = 0; i < turns.length; i++) {
            turns[i] = said(i % 3 == 0 ? Role.ASSISTANT : Role.USER, "lock", i % 2 == 0 ? null : NOW);
        }
        for (int i = 0; i < 12; i++) {
            made.with("s" + i, turns);
            if (i % 2 == 0) {
                made.index.flush();
            }
        }
        var found = made.finder.find(
                MadeIndex.read("lock role:user"),
                id -> !id.nativeId().equals("s3"),
                new TurnFinder.Window(0, 100),
                NOW);
        assertThat(found.turns()).isEqualTo(11 * 200);
        assertThat(found.byKind()).containsEntry(TurnKind.USER, 11 * 200L).containsEntry(TurnKind.ASSISTANT, 11 * 100L);
        assertThat(found.groups())
                .hasSize(11)
                .allMatch(it -> it.more() == 200 - it.hits().size());
        assertThat(found.sessions()).hasSize(11).doesNotHaveDuplicates().doesNotContain(session("s3"));
    }

    /// What a turn has besides its words is read with those of its neighbours.
    @Test
    void each_of_thousands_of_turns_keeps_its_own_time_and_kind() throws IOException {
        var turns = new Turn[1_500];
        for (int i = 0; i < turns.length; i++) {
            turns[i] = said(i % 3 == 0 ? Role.SYSTEM : Role.USER, "lock", i % 5 == 0 ? null : NOW.minusSeconds(i));
        }
        made.with("one", turns);
        for (var hit : made.in("one", "lock").groups().getFirst().hits()) {
            assertThat(hit.kind()).isEqualTo(hit.turn() % 3 == 0 ? TurnKind.SYSTEM : TurnKind.USER);
            assertThat(hit.at()).isEqualTo(hit.turn() % 5 == 0 ? null : NOW.minusSeconds(hit.turn()));
        }
    }

    @Test
    void of_sessions_that_match_alike_the_newer_is_first_and_of_equals_the_order_stays() throws IOException {
        for (int i = 0; i < 40; i++) {
            made.with("s" + i, said(Role.USER, "lock", i == 33 ? NOW : null));
        }
        var whole = made.names("lock");
        assertThat(whole).hasSize(40).startsWith("s33");
        for (int limit = 0; limit <= 40; limit++) {
            assertThat(MadeIndex.names(made.find("lock", 0, limit))).isEqualTo(whole.subList(0, limit));
        }
    }

    private List<String> among(Set<SessionId> ids) throws IOException {
        var found =
                made.finder.find(MadeIndex.read("lock"), new TurnFinder.Among(ids), new TurnFinder.Window(0, 100), NOW);
        assertThat(found.sessions()).hasSameSizeAs(found.groups());
        return MadeIndex.names(found);
    }

    @Test
    void a_set_of_sessions_is_the_same_in_every_search() throws IOException {
        made.saying("one", "lock").saying("two", "lock").saying("three", "lock");
        var two = Set.of(session("one"), session("two"));
        var other = Set.of(session("three"));
        for (int round = 0; round < 3; round++) {
            assertThat(among(two)).containsExactlyInAnyOrder("one", "two");
            assertThat(among(other)).containsExactly("three");
            assertThat(among(other)).containsExactly("three");
            assertThat(made.names("lock")).hasSize(3);
        }
    }

    @Test
    void a_session_of_the_set_that_is_indexed_later_is_found_as_well() throws IOException {
        var all = Set.of(session("one"), session("two"));
        made.saying("one", "lock");
        assertThat(among(all)).containsExactly("one");
        made.saying("two", "lock").saying("three", "lock");
        assertThat(among(all)).containsExactlyInAnyOrder("one", "two");
    }

    @Test
    void what_two_sets_have_in_common_is_asked_of_each() throws IOException {
        made.saying("one", "lock").saying("two", "lock");
        assertThat(among(Set.of(session("one")))).containsExactly("one");
        assertThat(among(Set.of(session("one"), session("two")))).containsExactlyInAnyOrder("one", "two");
        assertThat(among(Set.of())).isEmpty();
    }

    @Test
    void every_session_is_found_once_where_there_are_many_segments() throws IOException {
        for (int i = 0; i < 30; i++) {
            made.saying("s" + i % 10, "lock " + i);
            made.index.flush();
        }
        var names = made.names("lock");
        assertThat(new HashSet<>(names)).hasSize(10);
        assertThat(names).hasSize(10);
    }
}
