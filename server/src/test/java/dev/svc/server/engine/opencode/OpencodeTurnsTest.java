package dev.svc.server.engine.opencode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.RecordedMessages;
import dev.svc.server.engine.StoreCopy;
import dev.svc.server.engine.TurnsContract;
import dev.svc.server.session.Turn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// A store that is being written, beside a tree that an older version left.
class OpencodeTurnsTest extends TurnsContract {
    private static final String WITH_AGENT = "ses_e024a0aa1ffeHsM5zMP4Db2ge4";
    private static final String OLD = "ses_e0241774fffe46tzDJTvhiHX9P";

    @Override
    protected void plant(Path home) throws IOException {
        StoreCopy.plant(StoreCopy.fixture("opencode/live-wal"), data(home));
        StoreCopy.plant(StoreCopy.fixture("opencode/legacy-json"), data(home));
    }

    @Override
    protected EngineProvider provider(Path home) {
        return new OpencodeProvider(new EngineSettings(home, List.of(), null, null, Map.of()));
    }

    @Override
    protected Map<String, Message> lastMessages() throws IOException {
        var recorded = RecordedMessages.of("opencode");
        recorded.replaceAll((id, message) -> new Message(message.role(), TypedText.of(message.text())));
        return recorded;
    }

    @Override
    protected @Nullable Path log(String nativeId) throws IOException {
        return null;
    }

    private static Path data(Path home) {
        return home.resolve(".local/share/opencode");
    }

    @Override
    protected String absent() {
        return "ses_e0242222affeAAAAAAAAAAAAAA";
    }

    @Test
    void a_command_says_what_it_is_for_how_it_ended_and_how_many_lines_it_printed() throws IOException {
        var calls = new ArrayList<Turn.ToolUse>();
        for (var id : ids()) {
            all(id).stream().map(Turn::tool).filter(Objects::nonNull).forEach(calls::add);
        }
        assertThat(calls)
                .filteredOn(call -> call.name().equals("bash"))
                .isNotEmpty()
                .allSatisfy(call -> {
                    assertThat(call.purpose()).isEqualTo("Run cart tests");
                    assertThat(call.inputSummary()).isEqualTo("cat test/cart.test.js; echo '1 failed'; exit 1");
                    assertThat(call.ok()).isFalse();
                    assertThat(call.ending().exitCode()).isEqualTo(1);
                    assertThat(call.ending().lines()).isEqualTo(3);
                    assertThat(call.ending().tookMs()).isNotNegative();
                });
    }

    @Test
    void a_sub_agent_is_folded_under_the_call_that_started_it() throws IOException {
        var call = all(WITH_AGENT).stream()
                .filter(turn -> !turn.inner().isEmpty())
                .findFirst()
                .orElseThrow();
        assertThat(tool(call).name()).isEqualTo("task");
        assertThat(call.inner()).isEqualTo(all("ses_e0249ead0ffeVcqvcyAAITy8cV"));
    }

    @Test
    void an_edit_shows_its_diff() throws IOException {
        assertThat(all("ses_e024ad530ffenFy1WtH4uvE4fd"))
                .anyMatch(turn -> turn.tool() != null
                        && turn.tool().name().equals("edit")
                        && turn.tool().outputSummary().contains("+  return '$' + n.toFixed(2);"));
    }

    @Test
    void errors_and_interruptions_are_told() throws IOException {
        assertThat(all("ses_e02496e4bffenEU7aBcBn2K5GY").getLast().mark()).isEqualTo(Turn.Mark.ERROR);
    }

    @Test
    void what_did_not_change_is_not_read_again() throws IOException {
        var index = turns().index(WITH_AGENT, Optional.empty());
        assertThat(turns().index(WITH_AGENT, Optional.of(index))).isSameAs(index);
    }

    @Test
    void what_was_followed_while_messages_and_parts_came_is_what_is_read_from_nothing() throws Exception {
        for (var id : ids()) {
            if (!id.equals(OLD)) {
                growPartByPart(id);
            }
        }
    }

    private void growPartByPart(String id) throws Exception {
        try (var connection = database();
                var statement = connection.createStatement()) {
            statement.execute("PRAGMA synchronous = OFF");
            statement.executeUpdate("CREATE TEMP TABLE messages AS SELECT * FROM message WHERE session_id = '" + id
                    + "' ORDER BY time_created, id");
            statement.executeUpdate("CREATE TEMP TABLE parts AS SELECT p.* FROM messages m"
                    + " JOIN part p ON p.message_id = m.id ORDER BY m.rowid, p.id");
            statement.executeUpdate("DELETE FROM part WHERE session_id = '" + id + "'");
            statement.executeUpdate("DELETE FROM message WHERE session_id = '" + id + "'");
            var following = new Following(id);
            int inserted = 1;
            for (int part = 1; inserted > 0; part++) {
                statement.executeUpdate("INSERT OR IGNORE INTO message SELECT * FROM messages"
                        + " WHERE id = (SELECT message_id FROM parts WHERE rowid = " + part + ")");
                inserted = statement.executeUpdate("INSERT INTO part SELECT * FROM parts WHERE rowid = " + part);
                following.goOn("with part " + part);
                int answered = statement.executeUpdate("UPDATE part SET data = json_set(data, '$.state.output', 'done')"
                        + " WHERE data ->> '$.type' = 'tool' AND id = (SELECT id FROM parts WHERE rowid = " + part
                        + ")");
                if (answered > 0) {
                    following.goOn("with the answer of part " + part);
                }
            }
        }
    }

    @Test
    void a_place_is_lost_when_a_message_before_it_has_become_another() throws Exception {
        var index = turns().index(WITH_AGENT, Optional.empty());
        change("UPDATE message SET data = json_set(data, '$.grown', 'more') WHERE session_id = '" + WITH_AGENT + "'");
        var grown = turns().index(WITH_AGENT, Optional.empty());
        change("UPDATE message SET id = id || 'x' WHERE session_id = '" + WITH_AGENT + "'"
                + " AND id = (SELECT max(id) FROM message WHERE session_id = '" + WITH_AGENT + "')");
        var rewritten = turns().index(WITH_AGENT, Optional.empty());

        assertThat(grown.generation(index.count())).isEqualTo(index.generation(index.count()));
        assertThat(rewritten.generation(index.count())).isNotEqualTo(index.generation(index.count()));
        assertThat(rewritten.generation(1)).isEqualTo(index.generation(1));
    }

    @Test
    void a_tree_that_is_replaced_while_it_is_paged_gives_what_is_there_now() throws IOException {
        var index = turns().index(OLD, Optional.empty());
        assertThat(index.count()).isGreaterThan(2);
        try (var messages = Files.list(data(home).resolve("storage/message/" + OLD))) {
            for (var message : messages.sorted().skip(1).toList()) {
                Files.delete(message);
            }
        }
        var present = turns().index(OLD, Optional.empty());
        assertThat(turns().read(OLD, index, 0, index.count())).hasSize(present.count());
        assertThat(present.generation(1)).isEqualTo(index.generation(1));
        assertThat(present.generation(index.count())).isNotEqualTo(index.generation(index.count()));
    }

    private Connection database() throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + data(home).resolve("opencode.db"));
    }

    private void change(String sql) throws SQLException {
        try (var connection = database();
                var statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
    }
}
