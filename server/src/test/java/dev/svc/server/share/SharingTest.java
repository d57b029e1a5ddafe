package dev.svc.server.share;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.change.SessionChanges;
import dev.svc.server.mask.Masks;
import dev.svc.server.mask.Secret;
import dev.svc.server.session.Turn;
import dev.svc.server.session.Turn.Role;
import dev.svc.server.texts.TextWorkers;
import dev.svc.server.texts.Unhurried;
import dev.svc.server.transcript.FakeTurns;
import dev.svc.server.transcript.ReadingLimits;
import dev.svc.server.transcript.ReadingLimits.Caps;
import dev.svc.server.transcript.Transcript;
import dev.svc.server.transcript.export.Head;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SharingTest {
    private static final Instant NOW = Instant.parse("2026-11-21T10:00:00Z");
    private static final Caps NONE = new Caps(1, 1);
    private static final String SECRET = "CANARYcanary0123456789";

    private final FakeTurns log = new FakeTurns();
    private final TextWorkers workers = Unhurried.workers();
    private final Sharing sharing = new Sharing(
            new Transcript(_ -> log, new ReadingLimits(NONE, 1, 1, 1, NONE), workers),
            new SessionChanges(_ -> log, workers),
            new Masks(List::of));

    @AfterEach
    void close() {
        workers.close();
    }

    private SharedPage page(String title, @Nullable Integer from, @Nullable Integer to) throws Exception {
        return page(title, new Sharing.Choice(from, to, false));
    }

    private SharedPage page(String title, Sharing.Choice choice) throws Exception {
        var head = new Head("engine_2:one", title, "Codex", "/home/alex/shop", "m-1", NOW, NOW);
        return sharing.page(FakeTurns.SESSION, head, choice);
    }

    private String html(Turn turn) throws Exception {
        log.turns.add(turn);
        return page("x", null, null).html();
    }

    @Test
    void a_page_has_the_chosen_turns_and_no_others() throws Exception {
        log.say(40);
        var page = page("The cart", 3, 5);
        assertThat(page.html())
                .contains("turn number 3<", "turn number 5<", "<dd>4 to 6 of 40</dd>")
                .doesNotContain("turn number 2<", "turn number 6<");
        assertThat(page.turns()).hasSize(3);
    }

    @Test
    void without_a_choice_it_has_the_last_few() throws Exception {
        log.say(40);
        var page = page("x", null, null);
        assertThat(page.from()).isEqualTo(30);
        assertThat(page.to()).isEqualTo(39);
    }

    @Test
    void nobody_who_reads_it_is_called_the_person_of_the_session() throws Exception {
        log.say(2);
        assertThat(page("x", null, null).html()).contains("<header>Person ").doesNotContain(">You ");
    }

    @Test
    void a_page_says_neither_the_folder_nor_the_session() throws Exception {
        log.say(2);
        assertThat(page("x", null, null).html()).doesNotContain("/home/alex", "engine_2", "one</dd>");
    }

    @Test
    void every_text_of_a_turn_is_masked_and_counted_by_its_sort() throws Exception {
        log.turns.add(FakeTurns.said(Role.USER, "api_key=" + SECRET));
        log.turns.add(FakeTurns.used(
                "Bash",
                "curl -H 'x-api-key: " + SECRET + "'",
                "ghp_" + SECRET,
                true,
                List.of(FakeTurns.said(Role.ASSISTANT, "gh\u200bp_" + SECRET))));
        var page = page("Use ghp_" + SECRET, 0, 1);
        assertThat(page.html()).doesNotContain(SECRET).contains("3 × key or token");
        assertThat(page.title()).doesNotContain(SECRET);
        assertThat(page.masked()).containsEntry(Secret.NAMED, 1).containsEntry(Secret.KEY, 3);
        assertThat(page.turns().toString()).doesNotContain(SECRET);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<script>alert(1)</script>",
                "<svg onload=alert(1)><style>*{display:none}</style></svg>",
                "![x](https://evil.example/pixel.png)",
                "[x](javascript:alert(1))",
                "[x](data:text/html;base64,PHNjcmlwdD4=)",
                "</main></body><iframe src=https://evil.example></iframe>",
                "```html\n<img src=x onerror=alert(1)>\n```",
                "<https://evil.example/\" onmouseover=alert(1)>",
                "</style><link rel=stylesheet href=//evil.example>"
            })
    void nothing_in_a_turn_or_a_title_becomes_markup_that_loads_or_runs(String hostile) throws Exception {
        log.turns.add(FakeTurns.said(Role.ASSISTANT, hostile));
        log.turns.add(FakeTurns.used(hostile, hostile, hostile, true, List.of(FakeTurns.said(Role.USER, hostile))));
        var html = page(hostile, 0, 1).html();
        assertThat(html.replaceAll("(?s)<head>.*?</head>", ""))
                .doesNotContainPattern("(?i)<(script|svg|style|iframe|img|link|object|embed|form|base|meta)\\b")
                .doesNotContainPattern("(?i)<[^>]*\\s(on[a-z]+|src|style)=")
                .doesNotContainPattern("(?i)href=\"(javascript|data|vbscript):");
        assertThat(html).contains("default-src 'none'; style-src 'sha256-");
    }

    @Test
    void what_would_control_a_screen_or_turn_the_reading_round_is_gone() throws Exception {
        assertThat(html(FakeTurns.said(Role.USER, "a\u202eb\u2066c\u0007\u001b[31md\u200be")))
                .contains("abcde");
    }

    @ParameterizedTest
    @CsvSource({"-1, 2", "3, 2", "0, 10", "10, 10", "0, 2147483647"})
    void turns_that_are_not_there_are_refused_with_those_that_are(int from, int to) {
        log.say(10);
        assertThatThrownBy(() -> page("x", from, to))
                .isInstanceOf(UnfitShareException.class)
                .hasMessageContaining("from 0 to 9");
    }

    @Test
    void too_many_turns_and_turns_that_are_too_long_are_refused() {
        log.say(300);
        assertThatThrownBy(() -> page("x", 0, 200)).hasMessageContaining("At most 200 turns");
        log.turns.set(5, FakeTurns.said(Role.USER, "long ".repeat(500_000)));
        assertThatThrownBy(() -> page("x", 0, 20)).hasMessageContaining("choose fewer");
    }

    @Test
    void a_session_in_which_nothing_was_said_cannot_be_shared() {
        assertThatThrownBy(() -> page("x", null, null)).hasMessageContaining("Nothing was said");
        log.absent = true;
        assertThatThrownBy(() -> page("x", null, null)).hasMessageContaining("Nothing was said");
    }

    @Test
    void what_was_seen_is_another_as_soon_as_a_turn_is() throws Exception {
        log.say(3);
        var seen = page("x", 0, 2).seen();
        assertThat(page("x", 0, 2).seen()).isEqualTo(seen);
        log.turns.set(2, FakeTurns.said(Role.USER, "something else"));
        assertThat(page("x", 0, 2).seen()).isNotEqualTo(seen);
    }
}
