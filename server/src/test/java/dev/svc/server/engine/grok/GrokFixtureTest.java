package dev.svc.server.engine.grok;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.FixtureContract;
import dev.svc.server.engine.Piece;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.Turn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/// Of a fork the list says nothing: its summary names the session that it was forked from, and svc has no
/// place for that yet.
class GrokFixtureTest extends FixtureContract {
    @Override
    protected String recording() {
        return "grok";
    }

    @Override
    protected EngineProvider program(EngineSettings settings) {
        return new GrokProvider(settings);
    }

    @Override
    protected String recordedAt(JsonNode session) {
        return session.path("dir").asText();
    }

    @Override
    protected String readAt(Piece piece) {
        return "sessions/" + piece.key();
    }

    @Override
    protected @Nullable String parent(JsonNode session) {
        return text(session, "parent");
    }

    /// That one was started by another stands in the log of the other, which a glance does not reach.
    @Override
    protected boolean isGlanced(SessionFacts row) {
        return row.parent() == null;
    }

    @TestFactory
    Stream<DynamicTest> every_expected_fact_of_a_conversation() throws IOException {
        var tests = new ArrayList<DynamicTest>();
        for (var expected : fixture.sessions()) {
            var id = expected.path("id").asText();
            var turns = conversation(id);
            var spoken = said(turns, Turn.Role.USER, Turn.Role.ASSISTANT);
            tests.add(fact(
                    id,
                    "typed",
                    said(turns, Turn.Role.USER).size(),
                    expected.path("user_turns").asInt()));
            tests.add(fact(id, "said", spoken.size(), messages(expected)));
            // Was counted in the history that the model sees, of which one session compacted that part away.
            boolean isCompacted = expected.has("user_messages_left_in_chat_history");
            tests.add(fact(
                    id,
                    "tools",
                    tools(turns).stream().distinct().toList(),
                    isCompacted ? List.of("run_terminal_command") : list(expected.path("tool_calls"))));
            tests.add(fact(
                    id,
                    "time of the last message",
                    Objects.requireNonNull(spoken.getLast().at()).getEpochSecond(),
                    expected.path("last_message_s").asLong()));
            if (expected.has("aborted_text_starts")) {
                tests.add(dynamicTest(
                        id + " aborted text",
                        () -> assertThat(spoken.get(1).text())
                                .startsWith(expected.path("aborted_text_starts").asText())));
            }
        }
        return tests.stream();
    }
}
