package dev.svc.server.transcript;

import static dev.svc.server.transcript.FakeTurns.SESSION;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Turn.Role;
import dev.svc.server.texts.TextWorkers;
import dev.svc.server.texts.Unhurried;
import dev.svc.server.transcript.Part.Piece;
import dev.svc.server.transcript.Part.Text;
import dev.svc.server.transcript.Part.Told;
import dev.svc.server.transcript.ReadingLimits.Caps;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TranscriptTest {
    private static final Caps NONE = new Caps(Integer.MAX_VALUE, Long.MAX_VALUE);

    private final FakeTurns log = new FakeTurns();
    private final TextWorkers workers = Unhurried.workers();

    @AfterEach
    void end() {
        workers.close();
    }

    private Transcript transcript(int pageTurns, Caps page) {
        return new Transcript(_ -> log, new ReadingLimits(NONE, 2_000, Long.MAX_VALUE, pageTurns, page), workers);
    }

    @ParameterizedTest
    @CsvSource({"50, 0", "50, 1", "50, 49", "50, 50", "50, 51", "50, 223", "1, 7", "7, 50", "1000, 12"})
    void the_pages_hold_every_turn_once_whatever_the_width(int pageTurns, int turns) throws Exception {
        log.say(turns);
        for (int cols : new int[] {1, 40, 80, 200}) {
            assertThat(windows(transcript(pageTurns, NONE), new TurnFormat.Console(cols)))
                    .containsExactlyElementsOf(windows(transcript(pageTurns, NONE), new TurnFormat.Plain()));
        }
        assertThat(indices(transcript(pageTurns, NONE))).hasSize(turns).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @CsvSource({"50, 0", "50, 20", "50, 99", "7, 50", "1, 50", "1000, 3"})
    void the_page_around_a_turn_holds_it_whole_however_much_stands_behind_it(int pageTurns, int turn) throws Exception {
        log.say(100);
        for (var format : List.of(new TurnFormat.Console(80), new TurnFormat.Plain())) {
            for (var caps : List.of(NONE, new Caps(6, 400))) {
                var part = transcript(pageTurns, caps).page(SESSION, new PageCursor.Around(turn), format);
                assertThat(turn).isBetween(part.from(), part.to() - 1);
                assertThat(String.valueOf(part.body())).contains("turn number " + turn);
            }
        }
    }

    @Test
    void a_page_may_be_asked_for_that_has_fewer_turns_and_leads_on_to_the_others() throws Exception {
        log.say(100);
        var few = transcript(50, NONE).page(SESSION, new PageCursor.End(), new TurnFormat.Plain(), 3);
        assertThat(pieces(few)).extracting(Piece::index).containsExactly(97, 98, 99);
        var next = transcript(50, NONE).page(SESSION, after(few), new TurnFormat.Plain(), 200);
        assertThat(pieces(next)).hasSize(50).last().extracting(Piece::index).isEqualTo(96);
    }

    private static List<String> windows(Transcript transcript, TurnFormat format) throws Exception {
        var windows = new ArrayList<String>();
        for (var part : pages(transcript, format)) {
            windows.add(part.from() + "-" + part.to());
        }
        return windows;
    }

    private static List<Integer> indices(Transcript transcript) throws Exception {
        var indices = new ArrayList<Integer>();
        for (var part : pages(transcript, new TurnFormat.Plain())) {
            pieces(part).forEach(piece -> indices.add(piece.index()));
        }
        return indices;
    }

    private static List<Part> pages(Transcript transcript, TurnFormat format) throws Exception {
        var pages = new ArrayList<Part>();
        var part = transcript.page(SESSION, new PageCursor.End(), format);
        pages.add(part);
        while (part.nextCursor() != null) {
            part = transcript.page(SESSION, new PageCursor.After(part.nextCursor()), format);
            pages.add(part);
        }
        return pages;
    }

    private static PageCursor after(Part part) {
        return new PageCursor.After(String.valueOf(part.nextCursor()));
    }

    private static List<Piece> pieces(Part part) {
        return ((Told) part.body()).turns();
    }

    private static String text(Part part) {
        return ((Text) part.body()).text();
    }

    @Test
    void a_page_consumes_its_turns_even_when_the_caps_leave_nothing_of_it() throws Exception {
        log.say(120);
        var page = transcript(50, new Caps(1, 1)).page(SESSION, new PageCursor.End(), new TurnFormat.Console(80));
        assertThat(page.from()).isEqualTo(70);
        assertThat(page.to()).isEqualTo(120);
        assertThat(page.truncated()).isTrue();
        assertThat(text(page)).isBlank();
    }

    @Test
    void a_capped_page_is_the_end_of_the_whole_one() throws Exception {
        var random = new Random(11);
        for (int round = 0; round < 200; round++) {
            log.turns.clear();
            int turns = random.nextInt(1, 30);
            for (int i = 0; i < turns; i++) {
                log.turns.add(FakeTurns.said(
                        random.nextBoolean() ? Role.USER : Role.ASSISTANT, "wörd 世界 * ".repeat(random.nextInt(40))));
            }
            var format = new TurnFormat.Console(random.nextInt(1, 120));
            var caps = new Caps(random.nextInt(1, 60), random.nextInt(1, 4_000));
            var whole = transcript(50, NONE).page(SESSION, new PageCursor.End(), format);
            var page = transcript(50, caps).page(SESSION, new PageCursor.End(), format);
            assertThat(text(whole)).endsWith(text(page));
            assertThat(text(page).lines().count()).isLessThanOrEqualTo(caps.lines());
            assertThat(text(page).getBytes(StandardCharsets.UTF_8).length).isLessThanOrEqualTo((int) caps.bytes());
            assertThat(page.truncated()).isEqualTo(!text(page).equals(text(whole)));
            assertThat(page.from()).isEqualTo(whole.from());
            assertThat(page.nextCursor()).isEqualTo(whole.nextCursor());
        }
    }

    @Test
    void turns_given_out_one_by_one_stay_all_and_the_oldest_lose_their_text() throws Exception {
        for (int i = 0; i < 10; i++) {
            log.turns.add(FakeTurns.said(Role.USER, "0123456789"));
        }
        var page = transcript(50, new Caps(500, 25)).page(SESSION, new PageCursor.End(), new TurnFormat.Plain());
        assertThat(page.truncated()).isTrue();
        assertThat(pieces(page)).hasSize(10);
        assertThat(pieces(page).getLast().turn().text()).isEqualTo("0123456789");
        assertThat(pieces(page).get(7).turn().text()).isEqualTo("56789");
        assertThat(pieces(page).get(7).cut()).isTrue();
        assertThat(pieces(page).get(6).turn().text()).isEmpty();
    }

    @Test
    void a_cut_text_begins_with_a_whole_character() throws Exception {
        log.turns.add(FakeTurns.said(Role.USER, "世界"));
        var page = transcript(50, new Caps(500, 4)).page(SESSION, new PageCursor.End(), new TurnFormat.Plain());
        assertThat(pieces(page).getFirst().turn().text()).isEqualTo("界");
    }

    @Test
    void a_cursor_stays_valid_while_the_conversation_grows() throws Exception {
        log.say(120);
        var transcript = transcript(50, NONE);
        var first = transcript.page(SESSION, new PageCursor.End(), new TurnFormat.Plain());
        log.say(77);
        var second = transcript.page(SESSION, after(first), new TurnFormat.Plain());
        assertThat(second.from()).isEqualTo(20);
        assertThat(second.to()).isEqualTo(70);
        assertThat(second.total()).isEqualTo(197);
    }

    @Test
    void a_cursor_of_a_rewritten_conversation_is_refused() throws Exception {
        log.say(120);
        var transcript = transcript(50, NONE);
        var after = after(transcript.page(SESSION, new PageCursor.End(), new TurnFormat.Plain()));
        log.generation++;
        assertThatThrownBy(() -> transcript.page(SESSION, after, new TurnFormat.Plain()))
                .isInstanceOf(StaleCursorException.class)
                .hasMessageContaining("begin again");
        assertThat(transcript
                        .page(SESSION, new PageCursor.End(), new TurnFormat.Plain())
                        .to())
                .isEqualTo(120);
    }

    @Test
    void a_log_that_became_shorter_while_it_was_paged_is_no_failure() throws Exception {
        log.say(120);
        var transcript = transcript(50, NONE);
        var after = after(transcript.page(SESSION, new PageCursor.End(), new TurnFormat.Plain()));
        log.turns.subList(10, 120).clear();
        assertThatThrownBy(() -> transcript.page(SESSION, after, new TurnFormat.Plain()))
                .isInstanceOf(StaleCursorException.class);
        assertThat(indices(transcript)).hasSize(10);
    }

    @Test
    void a_page_can_end_before_any_turn() throws Exception {
        log.say(120);
        var page = transcript(50, NONE).page(SESSION, new PageCursor.Before(30), new TurnFormat.Plain());
        assertThat(page.from()).isZero();
        assertThat(page.to()).isEqualTo(30);
        assertThat(page.nextCursor()).isNull();
        assertThat(transcript(50, NONE)
                        .page(SESSION, new PageCursor.Before(1_000), new TurnFormat.Plain())
                        .to())
                .isEqualTo(120);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1", "1.", ".1", "x.1", "-1.0", "1.g", "9999999999.1", "1.11111111111111111", "1.1 "})
    void what_is_no_cursor_is_none(String text) {
        assertThat(PageCursor.cursor(text)).isNull();
    }

    @Test
    void the_transcript_reads_as_many_turns_as_it_may_from_the_tail_of_the_log() throws Exception {
        log.say(300);
        var few = new Transcript(_ -> log, new ReadingLimits(NONE, 20, Long.MAX_VALUE, 50, NONE), workers);
        assertThat(few.newest(SESSION, new TurnFormat.Plain()).from()).isEqualTo(280);
        var tail = new Transcript(_ -> log, new ReadingLimits(NONE, 2_000, 1_000, 50, NONE), workers);
        assertThat(tail.newest(SESSION, new TurnFormat.Plain()).from()).isEqualTo(290);
        var lines = new Transcript(
                _ -> log, new ReadingLimits(new Caps(5, Long.MAX_VALUE), 2_000, 100_000, 50, NONE), workers);
        var part = lines.newest(SESSION, new TurnFormat.Console(80));
        assertThat(text(part).lines()).hasSize(5);
        assertThat(text(part)).contains("turn number 299");
        assertThat(part.truncated()).isTrue();
    }

    @Test
    void the_newest_text_within_so_many_characters_is_the_end_of_all_of_it() throws Exception {
        log.say(30);
        log.turns.add(FakeTurns.used("Bash", "ls", "a\nb", false, List.of()));
        var transcript = transcript(50, NONE);
        var whole = transcript.tail(SESSION, 1 << 20);
        assertThat(whole)
                .startsWith("User: turn number 0\n\nAssistant: turn number 1\n\n")
                .endsWith("Tool Bash (failed): ls\na\nb\n\n");
        for (int characters : new int[] {0, 1, 33, 200}) {
            assertThat(transcript.tail(SESSION, characters))
                    .hasSize(characters)
                    .isEqualTo(whole.substring(whole.length() - characters));
        }
    }

    @Test
    void characters_of_every_writing_count_as_one_and_none_is_cut_in_two() throws Exception {
        log.turns.add(FakeTurns.said(Role.USER, "テストを直してください😀🚀"));
        var transcript = transcript(50, NONE);
        assertThat(transcript.tail(SESSION, 15)).isEqualTo("テストを直してください😀🚀\n\n");
        assertThat(transcript.tail(SESSION, 3)).isEqualTo("🚀\n\n");
    }

    @Test
    void a_session_without_a_log_has_nothing_to_say() throws Exception {
        log.absent = true;
        var transcript = transcript(50, NONE);
        assertThat(transcript
                        .page(SESSION, new PageCursor.End(), new TurnFormat.Console(80))
                        .total())
                .isZero();
        assertThat(transcript.tail(SESSION, 100)).isEmpty();
        assertThat(transcript.count(SESSION)).isZero();
    }

    @Test
    void an_index_is_kept_and_goes_on_until_others_need_its_room() throws Exception {
        var indices = new Indices(25);
        log.say(1);
        indices.of(SESSION, log);
        indices.of(SESSION, log);
        assertThat(log.indexed).isEqualTo(1);
        indices.of(new SessionId(EngineKey.CODEX, "two"), log);
        indices.of(new SessionId(EngineKey.CODEX, "three"), log);
        assertThat(indices.weight()).isEqualTo(20);
        indices.of(SESSION, log);
        assertThat(log.indexed).isEqualTo(4);
    }

    @Test
    void what_a_turn_says_commands_no_terminal() throws Exception {
        var evil = "\u001b]52;c;aGk=\u0007\u001b[2J\u009b31mtext\r\nmore\u202e \ud83d";
        log.turns.add(FakeTurns.used("ba\u001b[1msh\n", evil, evil, true, List.of(FakeTurns.said(Role.USER, evil))));
        log.turns.add(FakeTurns.said(
                Role.ASSISTANT, "`" + evil + "`\n\n```\n" + evil + "\n```\n\n| a |\n|-|\n|" + evil + "|"));
        log.turns.add(FakeTurns.said(Role.USER, evil));
        var transcript = transcript(50, NONE);
        var shown = text(transcript.page(SESSION, new PageCursor.End(), new TurnFormat.Console(30)))
                .replaceAll("\u001b\\[[0-9;]*m", "");
        assertThat(shown).doesNotContainPattern("[\\p{Cntrl}&&[^\\n]]").doesNotContain("\u202e", "\u009b");
        assertThat(transcript.tail(SESSION, 10_000)).doesNotContainPattern("[\\p{Cntrl}&&[^\\n]]");
    }
}
