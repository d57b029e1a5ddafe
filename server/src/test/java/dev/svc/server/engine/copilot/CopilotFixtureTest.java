package dev.svc.server.engine.copilot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.FixtureContract;
import dev.svc.server.engine.Piece;
import dev.svc.server.engine.StoreFixture;
import dev.svc.server.session.Turn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class CopilotFixtureTest extends FixtureContract {
    @Override
    protected String recording() {
        return "copilot";
    }

    @Override
    protected EngineProvider program(EngineSettings settings) {
        return new CopilotProvider(settings);
    }

    @Override
    protected String recordedAt(JsonNode session) {
        return session.path("file").asText();
    }

    @Override
    protected String readAt(Piece piece) {
        return "session-state/" + piece.key() + "/events.jsonl";
    }

    /// A title in a list is one line, and the first prompt, which the program copies, may be several.
    @Override
    protected @Nullable String title(JsonNode session) {
        var title = text(session, "title");
        return title == null ? null : title.replaceAll("\\s+", " ");
    }

    /// The recording has the option and the id in one word; the program takes two as well.
    @Override
    protected List<String> resumed(String id) {
        var argv = new ArrayList<>(super.resumed(id));
        var last = argv.removeLast();
        argv.add(argv.removeLast() + "=" + last);
        return argv;
    }

    @Test
    void nothing_else_is_read() throws IOException {
        assertThat(StoreFixture.pieces(store())).hasSameSizeAs(fixture.sessions());
    }

    @TestFactory
    Stream<DynamicTest> every_expected_fact_of_a_conversation() {
        return fixture.sessions().stream()
                .map(session -> dynamicTest(session.path("id").asText(), () -> assertTurns(session)));
    }

    private void assertTurns(JsonNode session) throws IOException {
        var all = conversation(session.path("id").asText());
        assertThat(tools(all)).containsExactlyElementsOf(list(session.path("tool_calls")));
        assertThat(said(all, Turn.Role.USER)).hasSize(session.path("user_turns").asInt());
        assertThat(all)
                .filteredOn(turn -> !turn.inner().isEmpty())
                .hasSize(session.path("sub_agents").size());
        var spoken = said(all, Turn.Role.USER, Turn.Role.ASSISTANT);
        assertThat(spoken.getLast().at()).isEqualTo(time(session, "last_message_at"));
        if (session.has("error")) {
            assertThat(all).extracting(Turn::text).contains(text(session, "error"));
        }
    }
}
