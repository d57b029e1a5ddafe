package dev.svc.server.engine.kimi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.RecordedMessages;
import dev.svc.server.engine.StoreFixture;
import dev.svc.server.engine.TurnsContract;
import dev.svc.server.session.Turn;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// The wire logs that the program wrote.
class KimiTurnsTest extends TurnsContract {
    @Override
    protected void plant(Path home) throws IOException {
        StoreFixture.copy("kimi", home);
    }

    @Override
    protected EngineProvider provider(Path home) {
        return new KimiProvider(StoreFixture.settings(home));
    }

    @Override
    protected Map<String, Message> lastMessages() throws IOException {
        return RecordedMessages.of("kimi");
    }

    @Override
    protected @Nullable Path log(String nativeId) throws IOException {
        return new KimiFolder(home.resolve(".kimi-code")).wire(nativeId, "main").orElseThrow();
    }

    @Test
    void a_sub_agent_is_folded_under_the_call_that_started_it() throws IOException {
        var call = all("session_62dbaaf5-248c-4d5b-b860-ca9b91b60c32").stream()
                .filter(turn -> !turn.inner().isEmpty())
                .findFirst()
                .orElseThrow();
        assertThat(tool(call).name()).isEqualTo("Agent");
        assertThat(call.inner().getFirst().role()).isEqualTo(Turn.Role.USER);
        assertThat(call.inner())
                .anyMatch(turn -> turn.tool() != null && turn.tool().name().equals("Glob"));
    }

    @Test
    void a_call_says_how_long_it_took_and_how_many_lines_came_back() throws IOException {
        var calls = new ArrayList<Turn.ToolUse>();
        for (var id : ids()) {
            all(id).stream().map(Turn::tool).filter(Objects::nonNull).forEach(calls::add);
        }
        assertThat(calls)
                .filteredOn(call -> call.inputSummary().startsWith("ls -1 src"))
                .extracting(Turn.ToolUse::ending)
                .containsExactly(new Turn.Ending(null, 61L, 2));
    }

    @Test
    void thoughts_and_failures_are_told() throws IOException {
        assertThat(all("session_3d638587-2a37-4108-90ab-8320413ae444").getLast().thinking())
                .isEqualTo("The site needs a short install page.");
        assertThat(all("session_fed10f15-4fe2-4b28-bb09-b936a37f0f63").stream().map(Turn::mark))
                .containsOnlyOnce(Turn.Mark.ERROR);
    }
}
