package dev.svc.server.engine.pi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.engine.Reading;
import dev.svc.server.engine.StoreFixture;
import dev.svc.server.engine.turn.TurnIndex;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.Turn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Sessions whose entries do not follow each other in the order of their lines.
class PiTreeTest {
    private static final String ID = "till-review-9";

    @TempDir
    Path home;

    private Path file = Path.of("");
    private PiProvider pi;
    private @Nullable Reading reading;
    private Optional<TurnIndex> index = Optional.empty();

    @BeforeEach
    void begin() throws IOException {
        home = home.toRealPath();
        pi = new PiProvider(StoreFixture.settings(home));
        file = Files.createDirectories(home.resolve(".pi/agent/sessions/--srv-shop--"))
                .resolve("2026-11-22T21-09-45-241Z_" + ID + ".jsonl");
        append(
                "{\"type\":\"session\",\"version\":3,\"id\":\"%s\",\"timestamp\":\"2026-11-22T21:09:45.241Z\",\"cwd\":\"/srv/shop\"}"
                        .formatted(ID));
    }

    private void append(String line) throws IOException {
        Files.writeString(file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private void say(String id, @Nullable String before, String role, String text) throws IOException {
        append(
                "{\"type\":\"message\",\"id\":\"%s\",\"parentId\":%s,\"timestamp\":\"2026-11-22T21:10:00.000Z\",\"message\":{\"role\":\"%s\",\"content\":[{\"type\":\"text\",\"text\":\"%s\"}],\"model\":\"lab\",\"stopReason\":\"stop\"}}"
                        .formatted(id, before == null ? "null" : "\"" + before + "\"", role, text));
    }

    /// Read as it grew, which must be what is read from nothing.
    private SessionFacts row() throws IOException {
        var piece = StoreFixture.pieces(pi.store()).getFirst();
        reading = pi.store().read(piece, reading);
        assertThat(reading).isEqualTo(pi.store().read(piece, null));
        return reading.sessions().getFirst();
    }

    private List<String> said() throws IOException {
        index = Optional.of(pi.turns().index(ID, index));
        var anew = pi.turns().index(ID, Optional.empty());
        var turns = pi.turns().read(ID, index.get(), 0, index.get().count());
        assertThat(turns).isEqualTo(pi.turns().read(ID, anew, 0, anew.count()));
        return turns.stream().map(Turn::text).toList();
    }

    @Test
    void what_is_taken_back_goes_from_the_row_and_from_the_turns() throws IOException {
        say("a", null, "user", "One");
        say("b", "a", "assistant", "Yes");
        say("c", "b", "user", "Two");
        say("d", "c", "assistant", "No");
        assertThat(row().messageCount()).isEqualTo(4);
        assertThat(said()).containsExactly("One", "Yes", "Two", "No");

        say("e", "b", "user", "Two, once more");
        assertThat(row().messageCount()).isEqualTo(3);
        assertThat(said()).containsExactly("One", "Yes", "Two, once more");

        say("f", "e", "assistant", "Maybe");
        assertThat(row().messageCount()).isEqualTo(4);
        assertThat(said()).containsExactly("One", "Yes", "Two, once more", "Maybe");
    }

    @Test
    void those_who_follow_the_turns_see_where_they_changed() throws IOException {
        say("a", null, "user", "One");
        say("b", "a", "assistant", "Yes");
        said();
        var before = index.orElseThrow();
        say("c", "a", "assistant", "No");
        said();
        assertThat(index.orElseThrow().generation(1)).isEqualTo(before.generation(1));
        assertThat(index.orElseThrow().generation(2)).isNotEqualTo(before.generation(2));
        assertThat(index.orElseThrow().firstSince(before.extent())).isZero();
    }

    @Test
    void of_two_processes_on_one_session_the_last_line_says_whose_answer_stays() throws IOException {
        say("a", null, "user", "One");
        say("b", "a", "assistant", "Answer of the first");
        say("c", "b", "user", "Asked by the first");
        say("x", "b", "user", "Asked by the second");
        say("d", "c", "assistant", "Said to the first");
        assertThat(said()).containsExactly("One", "Answer of the first", "Asked by the first", "Said to the first");
        say("y", "x", "assistant", "Said to the second");
        assertThat(said()).containsExactly("One", "Answer of the first", "Asked by the second", "Said to the second");
        assertThat(row().messageCount()).isEqualTo(4);
    }

    @Test
    void a_session_that_went_back_to_its_beginning_is_still_there() throws IOException {
        say("a", null, "user", "One");
        assertThat(row().firstMessage()).isEqualTo("One");
        append("{\"type\":\"label\",\"id\":\"l\",\"parentId\":null,\"timestamp\":\"2026-11-22T21:11:00.000Z\"}");
        assertThat(row().firstMessage()).isEqualTo("One");
        assertThat(row().messageCount()).isZero();
        say("b", "l", "user", "Another one");
        assertThat(row().firstMessage()).isEqualTo("Another one");
        assertThat(said()).containsExactly("Another one");
    }

    @Test
    void a_name_is_the_sessions_on_whichever_branch_it_was_given() throws IOException {
        say("a", null, "user", "One");
        append(
                "{\"type\":\"session_info\",\"id\":\"n\",\"parentId\":\"a\",\"timestamp\":\"2026-11-22T21:11:00.000Z\",\"name\":\"Till\"}");
        assertThat(row().title()).isEqualTo("Till");
        say("b", "a", "assistant", "Yes");
        assertThat(row().title()).isEqualTo("Till");
        append(
                "{\"type\":\"session_info\",\"id\":\"m\",\"parentId\":\"b\",\"timestamp\":\"2026-11-22T21:12:00.000Z\",\"name\":\" \"}");
        assertThat(row().title()).isNull();
    }

    @Test
    void a_damaged_line_costs_itself_and_nothing_before_it() throws IOException {
        say("a", null, "user", "One");
        append("{\"type\":\"message\",\"id");
        say("c", "b", "user", "Two");
        assertThat(row().messageCount()).isEqualTo(2);
        assertThat(row().unreadable()).isEqualTo(1);
        assertThat(said()).containsExactly("One", "Two");
    }

    @Test
    void files_of_the_first_version_name_no_entries_and_are_straight() throws IOException {
        append(
                "{\"type\":\"message\",\"timestamp\":\"2026-11-22T21:10:00.000Z\",\"message\":{\"role\":\"user\",\"content\":\"One\"}}");
        append(
                "{\"type\":\"message\",\"timestamp\":\"2026-11-22T21:10:01.000Z\",\"message\":{\"role\":\"assistant\",\"content\":\"Yes\"}}");
        assertThat(row().messageCount()).isEqualTo(2);
        assertThat(said()).containsExactly("One", "Yes");
    }

    @Test
    void a_picture_without_words_is_a_prompt() throws IOException {
        append(
                "{\"type\":\"message\",\"id\":\"a\",\"parentId\":null,\"timestamp\":\"2026-11-22T21:10:00.000Z\",\"message\":{\"role\":\"user\",\"content\":[{\"type\":\"image\",\"data\":\"aGk=\",\"mimeType\":\"image/png\"}]}}");
        assertThat(row().messageCount()).isEqualTo(1);
        assertThat(said()).containsExactly("(picture)");
    }

    @Test
    void what_an_extension_shows_is_told_and_what_it_hides_is_not() throws IOException {
        say("a", null, "user", "One");
        append("{\"type\":\"custom_message\",\"id\":\"b\",\"parentId\":\"a\",\"content\":\"Shown\",\"display\":true}");
        append(
                "{\"type\":\"custom_message\",\"id\":\"c\",\"parentId\":\"b\",\"content\":\"Hidden\",\"display\":false}");
        append(
                "{\"type\":\"branch_summary\",\"id\":\"d\",\"parentId\":\"c\",\"fromId\":\"x\",\"summary\":\"Tried A\"}");
        append("{\"type\":\"novelty\",\"id\":\"e\",\"parentId\":\"d\"}");
        assertThat(said()).hasSize(3).contains("One", "Shown").last().asString().endsWith("Tried A");
        assertThat(row().messageCount()).isEqualTo(1);
        assertThat(Objects.requireNonNull(reading).unreadable())
                .containsExactly(new Reading.Unreadable("novelty", 1, "3"));
    }
}
