package dev.svc.server.engine.opencode;

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
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpencodeUsageTest {
    private static final String ONE = "ses_e024c3539ffeIYCfiCFDh7cTcu";
    private static final String FORK = "ses_e024914eeffemgB26K0bOSBESr";

    @TempDir
    Path home = Path.of("");

    private Path database;
    private OpencodeProvider program;

    @BeforeEach
    void plant() throws IOException, SQLException {
        home = home.toRealPath();
        database =
                Files.createDirectories(home.resolve(".local/share/opencode")).resolve("opencode.db");
        program = new OpencodeProvider(new EngineSettings(home, List.of(), null, null, Map.of()));
        write(
                "CREATE TABLE session (id TEXT PRIMARY KEY)",
                "CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER, data TEXT)",
                "INSERT INTO session VALUES ('" + ONE + "'), ('" + FORK + "')");
    }

    private void write(String... statements) throws SQLException {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + database);
                var statement = connection.createStatement()) {
            for (var it : statements) {
                statement.execute(it);
            }
        }
    }

    private void message(String session, String id, long created, String data) throws SQLException {
        write("INSERT OR REPLACE INTO message VALUES ('%s', '%s', %d, '%s')".formatted(id, session, created, data));
    }

    private static String answer(long created, long completed, String tokens, String cost) {
        return "{\"role\":\"assistant\",\"modelID\":\"demo\",\"cost\":%s,\"tokens\":%s,\"time\":{\"created\":%d%s}}"
                .formatted(cost, tokens, created, completed == 0 ? "" : ",\"completed\":" + completed);
    }

    private static String tokens(long input, long output, long reasoning) {
        return "{\"input\":%d,\"output\":%d,\"reasoning\":%d,\"cache\":{\"read\":3,\"write\":2}}"
                .formatted(input, output, reasoning);
    }

    private ToldUsage read(String session, String mark) throws IOException {
        return ToldUsage.of(program, session, mark);
    }

    @Test
    void reasoning_is_beside_the_output() throws Exception {
        message(ONE, "msg_1", 1_000, answer(1_000, 1_005, tokens(10, 7, 18), "0"));

        assertThat(read(ONE, "").records()).singleElement().satisfies(call -> {
            assertThat(call.tokens()).isEqualTo(new TokenCounts(10, 25, 3, 2, 0, 18));
            assertThat(call.cost()).isZero();
        });
    }

    @Test
    void a_cost_that_the_program_says_is_told() throws Exception {
        message(ONE, "msg_1", 1_000, answer(1_000, 1_005, tokens(10, 7, 18), "0.0125"));

        assertThat(read(ONE, "").records().getFirst().cost()).isEqualTo(0.0125);
    }

    @Test
    void what_a_fork_copied_has_the_key_of_what_it_copied() throws Exception {
        message(ONE, "msg_1", 1_000, answer(1_000, 1_005, tokens(10, 7, 0), "0"));
        message(FORK, "msg_2", 1_000, answer(1_000, 1_005, tokens(10, 7, 0), "0"));

        assertThat(read(FORK, "").records().getFirst().key())
                .isEqualTo(read(ONE, "").records().getFirst().key());
    }

    @Test
    void a_message_counts_when_it_is_complete() throws Exception {
        message(ONE, "msg_1", 1_000, answer(1_000, 0, tokens(10, 1, 0), "0"));
        var before = read(ONE, "");
        message(ONE, "msg_1", 1_000, answer(1_000, 1_005, tokens(10, 9, 0), "0"));

        assertThat(before.records()).isEmpty();
        assertThat(read(ONE, before.mark()).records())
                .extracting(call -> call.tokens().output())
                .containsExactly(9L);
    }

    @Test
    void a_message_that_was_broken_off_counts_when_another_follows() throws Exception {
        message(ONE, "msg_1", 1_000, answer(1_000, 0, tokens(10, 1, 0), "0"));
        message(ONE, "msg_2", 2_000, answer(2_000, 2_005, tokens(10, 9, 0), "0"));

        assertThat(read(ONE, "").records()).hasSize(2);
    }

    @Test
    void a_session_that_grew_is_read_from_its_mark() throws Exception {
        message(ONE, "msg_1", 1_000, answer(1_000, 1_005, tokens(10, 7, 0), "0"));
        message(ONE, "msg_2", 2_000, answer(2_000, 2_005, tokens(11, 7, 0), "0"));
        var before = read(ONE, "");
        message(ONE, "msg_3", 3_000, answer(3_000, 3_005, tokens(12, 7, 0), "0"));

        assertThat(read(ONE, before.mark()).records())
                .extracting(call -> call.tokens().input())
                .doesNotContain(10L)
                .contains(12L);
    }

    @Test
    void a_count_that_cannot_be_true_is_unreadable() throws Exception {
        message(ONE, "msg_1", 1_000, answer(1_000, 1_005, tokens(-1, 7, 0), "0"));
        message(ONE, "msg_2", 2_000, answer(2_000, 2_005, "{\"input\":\"many\",\"output\":1}", "0"));

        assertThat(read(ONE, "").unreadable()).isEqualTo(2);
    }

    @Test
    void what_people_said_is_no_call() throws Exception {
        message(ONE, "msg_1", 1_000, "{\"role\":\"user\",\"time\":{\"created\":1000}}");
        message(ONE, "msg_2", 2_000, "this is no JSON");

        assertThat(read(ONE, "").records()).isEmpty();
    }

    @Test
    void a_message_of_the_tree_is_the_same_call_as_one_of_the_database() throws Exception {
        var data = answer(1_000, 1_005, tokens(10, 7, 0), "0");
        message(ONE, "msg_1", 1_000, data);
        var tree = "ses_e024914eeffemgB26K0bOSBESs";
        var folder = Files.createDirectories(home.resolve(".local/share/opencode/storage/message/" + tree));
        Files.writeString(folder.resolve("msg_9.json"), data);

        var told = read(tree, "");

        assertThat(told.records())
                .extracting(UsageRecord::key)
                .containsExactly(read(ONE, "").records().getFirst().key());
        assertThat(read(tree, told.mark()).records()).isEmpty();
    }

    @Test
    void a_session_that_is_nowhere_is_said_to_be_missing() {
        assertThatThrownBy(() -> read("ses_e024914eeffemgB26K0bOSBESz", "")).isInstanceOf(NoSuchFileException.class);
    }
}
