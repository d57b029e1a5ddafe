package dev.svc.server.engine.gemini;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.ToldUsage;
import dev.svc.server.engine.usage.TokenCounts;
import dev.svc.server.engine.usage.UsageRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GeminiUsageTest {
    private static final String ID = "bcbee66b-22fa-4445-9147-8a38e5f8ec8d";
    private static final String HEADER = "{\"sessionId\":\"" + ID + "\",\"projectHash\":\"h\","
            + "\"startTime\":\"2026-11-21T10:00:00.000Z\",\"lastUpdated\":\"2026-11-21T10:00:00.000Z\"}";

    @TempDir
    Path home = Path.of("");

    private GeminiProvider program;

    @BeforeEach
    void plant() throws IOException {
        home = home.toRealPath();
        program = new GeminiProvider(
                new EngineSettings(home, List.of(), null, null, Map.of()), home.resolve("own"), Set::of);
        write(HEADER);
    }

    private Path chat() {
        return home.resolve(".gemini/tmp/shop/chats/session-2026-11-21T10-00-bcbee66b.jsonl");
    }

    private void write(String... lines) throws IOException {
        Files.createDirectories(chat().resolveSibling(""));
        Files.writeString(
                chat(), String.join("\n", lines) + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private static String answer(String id, String tokens) {
        return ("{\"id\":\"%s\",\"timestamp\":\"2026-11-21T10:00:01.000Z\",\"type\":\"gemini\",\"content\":\"x\","
                        + "\"tokens\":%s,\"model\":\"gemini-2.5-flash\"}")
                .formatted(id, tokens);
    }

    private static String tokens(int input, int cached, int output, int thoughts, int tool) {
        return "{\"input\":%d,\"output\":%d,\"cached\":%d,\"thoughts\":%d,\"tool\":%d,\"total\":0}"
                .formatted(input, output, cached, thoughts, tool);
    }

    private ToldUsage read(String mark) throws IOException {
        return ToldUsage.of(program, ID, mark);
    }

    @Test
    void a_chat_that_goes_on_in_another_file_is_read_there_as_well() throws IOException {
        write(answer("one", tokens(10, 0, 1, 0, 0)));
        var folder = chat().resolveSibling("");
        Files.setLastModifiedTime(folder, FileTime.from(Instant.parse("2026-11-21T10:00:02Z")));
        assertThat(read("").records()).hasSize(1);

        var later = folder.resolve("session-2026-11-21T11-00-bcbee66b.jsonl");
        Files.writeString(later, HEADER + "\n" + answer("two", tokens(20, 0, 2, 0, 0)) + "\n");

        assertThat(read("").records()).hasSize(2);
    }

    @Test
    void a_chat_that_was_deleted_meanwhile_is_gone() throws IOException {
        write(answer("one", tokens(10, 0, 1, 0, 0)));
        var folder = chat().resolveSibling("");
        Files.setLastModifiedTime(folder, FileTime.from(Instant.parse("2026-11-21T10:00:02Z")));
        read("");

        Files.delete(chat());

        assertThatThrownBy(() -> read("")).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void cached_is_part_of_the_input_and_thoughts_are_beside_the_output() throws IOException {
        write(answer("a", tokens(9_213, 9_000, 7, 18, 4)));

        assertThat(read("").records())
                .extracting(UsageRecord::tokens)
                .containsExactly(new TokenCounts(217, 25, 9_000, 0, 0, 18));
    }

    @Test
    void a_record_that_is_written_again_is_the_same_call() throws IOException {
        write(
                answer("a", tokens(9_284, 0, 3, 0, 0)),
                answer("a", tokens(9_284, 0, 3, 0, 0)),
                answer("b", tokens(9_414, 0, 3, 0, 0)));

        assertThat(read("").records().stream().map(UsageRecord::key).distinct()).hasSize(2);
    }

    @Test
    void a_checkpoint_tells_of_no_call() throws IOException {
        write("{\"$set\":{\"messages\":[" + answer("a", tokens(9, 0, 3, 0, 0)) + "]}}");

        assertThat(read("").records()).isEmpty();
    }

    @Test
    void a_chat_that_grew_is_read_from_its_mark() throws IOException {
        write(answer("a", tokens(9, 0, 3, 0, 0)));
        var before = read("");
        write(answer("b", tokens(8, 0, 2, 0, 0)));

        assertThat(read(before.mark()).records())
                .extracting(UsageRecord::tokens)
                .containsExactly(new TokenCounts(8, 2, 0, 0, 0, 0));
    }

    @Test
    void a_chat_of_the_old_form_is_read_as_a_whole_and_once() throws IOException {
        Files.delete(chat());
        Files.writeString(
                chat().resolveSibling("session-2026-11-21T10-00-bcbee66b.json"),
                HEADER.substring(0, HEADER.length() - 1) + ",\"messages\":[" + answer("a", tokens(9, 0, 3, 0, 0)) + ","
                        + answer("b", "null") + "]}");

        var told = read("");

        assertThat(told.records()).hasSize(1);
        assertThat(read(told.mark()).records()).isEmpty();
    }

    @Test
    void a_count_below_nothing_is_unreadable() throws IOException {
        write(answer("a", tokens(-9, 0, 3, 0, 0)), answer("b", tokens(9, 0, 3, -1, 0)));

        assertThat(read("").unreadable()).isEqualTo(2);
        assertThat(read("").records()).isEmpty();
    }
}
