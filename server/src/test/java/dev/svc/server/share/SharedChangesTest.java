package dev.svc.server.share;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.change.ChangesView.FileView;
import dev.svc.server.change.ChangesView.LineView;
import dev.svc.server.change.SessionChanges;
import dev.svc.server.engine.change.Deed;
import dev.svc.server.engine.change.Edit;
import dev.svc.server.engine.change.Was;
import dev.svc.server.mask.Masks;
import dev.svc.server.mask.Secret;
import dev.svc.server.texts.TextWorkers;
import dev.svc.server.texts.Unhurried;
import dev.svc.server.transcript.FakeTurns;
import dev.svc.server.transcript.ReadingLimits;
import dev.svc.server.transcript.ReadingLimits.Caps;
import dev.svc.server.transcript.Transcript;
import dev.svc.server.transcript.export.Head;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What the chosen turns changed, on the page that is made of them.
class SharedChangesTest {
    private static final Instant NOW = Instant.parse("2026-11-21T10:00:00Z");
    private static final Caps NONE = new Caps(1, 1);
    private static final String SHOP = "/home/alex/shop/";
    private static final String SECRET = "CANARYcanary0123456789";
    private static final String GAP = "\n".repeat(8);
    private static final String KEY = """
            -----BEGIN PRIVATE KEY-----
            Q0FOQVJZCANARYQ0FOQVJZ
            Q0FOQVJZCANARYQ0FOQVJA
            -----END PRIVATE KEY-----
            """;

    private final FakeTurns log = new FakeTurns();
    private final TextWorkers workers = Unhurried.workers();
    private final Sharing sharing = new Sharing(
            new Transcript(_ -> log, new ReadingLimits(NONE, 1, 1, 1, NONE), workers),
            new SessionChanges(_ -> log, workers),
            new Masks(List::of));

    @BeforeEach
    void a_conversation() {
        log.say(10);
    }

    @AfterEach
    void close() {
        workers.close();
    }

    private SharedPage page(int from, int to) throws Exception {
        var head = new Head("engine_2:one", "x", "Codex", "/home/alex/shop", "m-1", NOW, NOW);
        return sharing.page(FakeTurns.SESSION, head, new Sharing.Choice(from, to, true));
    }

    private SharedChanges changes(int from, int to) throws Exception {
        return Objects.requireNonNull(page(from, to).changes());
    }

    private void edit(int turn, Deed deed) {
        log.edits.add(new Edit(turn, NOW, deed));
    }

    private void wrote(int turn, String path, String before, String after) {
        edit(turn, new Deed.Wrote(path, Was.of(before), after));
    }

    private static List<String> lines(FileView file) {
        return file.hunks().stream()
                .flatMap(hunk -> hunk.lines().stream())
                .map(line -> line.op() + line.text())
                .toList();
    }

    @Test
    void only_what_the_chosen_turns_made_is_on_the_page_with_its_own_numbers() throws Exception {
        wrote(2, SHOP + "a.ts", "one\n" + GAP + "two\n", "ONE\n" + GAP + "two\n");
        wrote(5, SHOP + "a.ts", "ONE\n" + GAP + "two\n", "ONE\n" + GAP + "TWO\nthree\n");
        wrote(7, SHOP + "b.ts", "", "later\n");
        var changes = changes(4, 6);
        assertThat(changes.files()).hasSize(1);
        var file = changes.files().getFirst();
        assertThat(file.path()).isEqualTo("a.ts");
        assertThat(lines(file)).contains("-two", "+TWO", "+three").doesNotContain("+ONE");
        assertThat(List.of(file.additions(), file.deletions(), changes.additions(), changes.deletions()))
                .containsExactly(2, 1, 2, 1);
        assertThat(page(4, 6).html())
                .contains("<a href=\"#turn-5\">Turn 6</a>, line ", "<del>-two\n</del><ins>+TWO\n</ins>")
                .doesNotContain("+ONE", "b.ts");
    }

    @Test
    void without_a_wish_for_them_there_are_no_changes() throws Exception {
        wrote(2, SHOP + "a.ts", "one\n", "two\n");
        var head = new Head("engine_2:one", "x", "Codex", "/home/alex/shop", "m-1", NOW, NOW);
        var page = sharing.page(FakeTurns.SESSION, head, new Sharing.Choice(0, 9, false));
        assertThat(page.changes()).isNull();
        assertThat(page.html()).doesNotContain("a.ts", "<h2>");
    }

    @Test
    void what_has_no_turn_is_left_out_and_counted() throws Exception {
        wrote(2, SHOP + "a.ts", "one\n" + GAP, "two\n" + GAP);
        wrote(3, SHOP + "a.ts", "two\n" + GAP + "somebody else\n", "three\n" + GAP + "somebody else\n");
        wrote(3, SHOP + "a.png", "x", "a\0b");
        var changes = changes(0, 9);
        assertThat(changes.untold()).isEqualTo(2);
        assertThat(lines(changes.files().getFirst())).contains("+three").doesNotContain("+somebody else");
        assertThat(page(0, 9).html()).contains("not known which turns made them: 2 changes");
    }

    @Test
    void commands_of_these_turns_are_a_number() throws Exception {
        edit(2, new Deed.Ran("rm -r canary"));
        edit(8, new Deed.Ran("make"));
        assertThat(changes(0, 4).commands()).isOne();
        assertThat(page(0, 4).html()).contains("does not tell: 1.").doesNotContain("canary");
    }

    @Test
    void of_a_file_elsewhere_only_the_last_folder_and_the_name_are_said() throws Exception {
        wrote(2, "/home/alex/secrets/app/.env", "a\n", "b\n");
        assertThat(changes(0, 9).files().getFirst().path()).isEqualTo("…/app/.env");
        assertThat(page(0, 9).html()).doesNotContain("alex");
    }

    @Test
    void secrets_are_masked_on_both_sides_and_counted_once() throws Exception {
        wrote(2, SHOP + "a.ts", "same\nkey = ghp_" + SECRET + "\n", "same\nkey = 'ghp_" + SECRET + "0'\n");
        var page = page(0, 9);
        assertThat(page.html()).doesNotContain(SECRET);
        assertThat(lines(changes(0, 9).files().getFirst()))
                .containsExactly(" same", "-key = [masked]", "+key = '[masked]'");
        assertThat(page.masked()).containsOnly(Map.entry(Secret.KEY, 2));
    }

    @Test
    void a_private_key_is_masked_in_every_line_whether_it_came_went_or_stays() throws Exception {
        wrote(2, SHOP + "new.pem", "", KEY);
        wrote(2, SHOP + "old.pem", KEY, "");
        wrote(2, SHOP + "mixed.pem", KEY, KEY.replace("JZ\n", "JB\n"));
        assertThat(page(0, 9).html()).doesNotContain("CANARY", "Q0FO");
        assertThat(changes(0, 9).files())
                .hasSize(3)
                .allSatisfy(file -> assertThat(lines(file))
                        .isNotEmpty()
                        .allSatisfy(line -> assertThat(line.substring(1)).isEqualTo(Masks.MASK)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gh\u200bp_" + SECRET,
                "\u001b[31mghp_" + SECRET,
                "\u001b]ghp_" + SECRET,
                "ghp_\u202e" + SECRET,
                "\u0007ghp_" + SECRET
            })
    void what_is_hidden_among_characters_that_act_is_masked_too(String hidden) throws Exception {
        wrote(2, SHOP + "a.ts", "", hidden + "\n");
        assertThat(page(0, 9).html()).doesNotContain(SECRET);
    }

    @Test
    void a_secret_at_the_place_where_a_long_line_is_cut_is_masked() throws Exception {
        wrote(2, SHOP + "a.ts", "", "x".repeat(3_980) + " ghp_" + SECRET + "y".repeat(20_000) + "\n");
        var line = lines(changes(0, 9).files().getFirst()).getFirst();
        assertThat(line).doesNotContain("CANARY").hasSizeLessThan(4_100).endsWith("more characters)");
    }

    @Test
    void what_would_act_on_a_screen_is_a_mark_and_never_vanishes() throws Exception {
        wrote(2, SHOP + "a\u202eb.ts", "", "a\u202eb\u0007c\rd\n");
        var file = changes(0, 9).files().getFirst();
        assertThat(file.path()).isEqualTo("a\ufffdb.ts");
        assertThat(lines(file)).containsExactly("+a\ufffdb\u2407c\u240dd");
        assertThat(page(0, 9).html()).contains("+a\ufffdb\u2407c\u240dd\n</ins>");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<script>alert(1)</script>",
                "</pre></main><svg onload=alert(1)>",
                "\" onmouseover=\"alert(1)",
                "</style><link rel=stylesheet href=//evil.example>"
            })
    void nothing_in_a_change_becomes_markup(String hostile) throws Exception {
        wrote(2, SHOP + hostile.replace("/", "") + ".ts", hostile + "\n", hostile + hostile + "\n");
        var body = page(0, 9).html().replaceAll("(?s)<head>.*?</head>", "");
        assertThat(body)
                .doesNotContainPattern("(?i)<(script|svg|style|iframe|img|link|object|embed|form|base|meta)\\b")
                .doesNotContainPattern("(?i)<[^>]*\\s(on[a-z]+|src|style)=");
        assertThat(body.split("</main>", -1)).hasSize(2);
    }

    @Test
    void ends_of_lines_are_said_where_they_differ() throws Exception {
        wrote(2, SHOP + "a.ts", "one\ntwo\n", "one\r\ntwo");
        assertThat(page(0, 9).html()).contains("+one <i>(CR LF)</i>", "+two <i>(no line end)</i>", "-one\n");
    }

    @Test
    void lines_and_files_that_are_too_many_are_cut_and_counted() throws Exception {
        for (int i = 0; i < ChosenChanges.MOST_FILES + 3; i++) {
            wrote(2, SHOP + "f%03d.ts".formatted(i), "", "a\n".repeat(30));
        }
        var changes = changes(0, 9);
        assertThat(changes.files()).hasSize(ChosenChanges.MOST_FILES);
        assertThat(changes.cutFiles()).isEqualTo(3);
        assertThat(changes.cutLines()).isEqualTo(200 * 30 - ChosenChanges.MOST_LINES);
        assertThat(changes.files().stream().mapToInt(file -> lines(file).size()).sum())
                .isEqualTo(ChosenChanges.MOST_LINES);
        assertThat(changes.files().getLast().truncated()).isTrue();
        assertThat(changes.additions()).isEqualTo(203 * 30);
        assertThat(page(0, 9).html()).contains("1000 lines of the files below, and 3 whole files");
    }

    @Test
    void changes_that_become_too_long_as_a_page_are_refused_with_what_to_do() {
        wrote(2, SHOP + "a.ts", "", ("\"".repeat(3_999) + "\n").repeat(130));
        assertThatThrownBy(() -> page(0, 9))
                .isInstanceOf(UnfitShareException.class)
                .hasMessageContaining("leave the changes out");
    }

    @Test
    void a_session_that_changed_nothing_says_so() throws Exception {
        assertThat(page(0, 9).html()).contains("tells of no change by these turns");
    }

    @Test
    void what_was_seen_is_another_as_soon_as_a_change_is() throws Exception {
        wrote(2, SHOP + "a.ts", "one\n", "two\n");
        var seen = page(0, 9).seen();
        assertThat(page(0, 9).seen()).isEqualTo(seen);
        wrote(2, SHOP + "a.ts", "two\n", "three\n");
        log.generation++;
        assertThat(page(0, 9).seen()).isNotEqualTo(seen);
    }

    @Test
    void every_line_keeps_its_sign() throws Exception {
        wrote(2, SHOP + "a.ts", "one\ntwo\n", "one\nTWO\n");
        assertThat(changes(0, 9).files().getFirst().hunks().getFirst().lines())
                .extracting(LineView::op)
                .containsExactly(" ", "-", "+");
        assertThat(page(0, 9).html()).contains("<span> one\n</span>");
    }
}
