package dev.svc.server.engine.pi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.FixtureContract;
import dev.svc.server.engine.Piece;
import dev.svc.server.engine.StoreFixture;
import dev.svc.server.session.Turn;
import java.io.IOException;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// The recording counts as svc does: on the branch where the session stands, what a person said and answers with words.
/// A fork is a session of its own; Pi stores no branch of the folder, and has no archive.
class PiFixtureTest extends FixtureContract {
    @Override
    protected String recording() {
        return "pi";
    }

    @Override
    protected EngineProvider program(EngineSettings settings) {
        return new PiProvider(settings);
    }

    @Override
    protected String recordedAt(JsonNode session) {
        return session.path("file").asText();
    }

    @Override
    protected String readAt(Piece piece) {
        return "sessions/" + piece.key();
    }

    @Test
    void nothing_else_is_read() throws IOException {
        assertThat(StoreFixture.pieces(store())).hasSameSizeAs(fixture.sessions());
    }

    @Test
    void people_said_and_tools_did_what_was_recorded() throws IOException {
        for (var session : fixture.sessions()) {
            var id = session.path("id").asText();
            var turns = conversation(id);
            assertThat(said(turns, Turn.Role.USER))
                    .as(id)
                    .hasSize(session.path("user_turns").asInt());
            // The command that a person ran is no call of the model's.
            assertThat(turns.stream()
                            .map(Turn::tool)
                            .filter(Objects::nonNull)
                            .filter(tool -> !tool.inputSummary().equals("echo from-the-shell"))
                            .map(Turn.ToolUse::name))
                    .as(id)
                    .containsExactlyElementsOf(list(session.path("tool_calls")));
            assertThat(turns)
                    .as(id)
                    .noneMatch(turn ->
                            list(session.path("other_branch_user_messages")).contains(turn.text()));
        }
    }

    @Test
    void a_fork_begins_with_what_it_was_forked_from() throws IOException {
        for (var session : fixture.sessions()) {
            var parent = text(session, "forked_from");
            if (parent != null) {
                var fork = StoreFixture.row(store(), session.path("id").asText());
                var row = StoreFixture.row(store(), parent);
                assertThat(fork.firstMessage()).isEqualTo(row.firstMessage());
                assertThat(fork.messageCount()).isGreaterThan(row.messageCount());
                assertThat(fork.createdAt()).isAfter(row.updatedAt());
            }
        }
    }
}
