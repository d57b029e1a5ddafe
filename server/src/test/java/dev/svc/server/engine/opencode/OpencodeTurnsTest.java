package dev.svc.server.engine.opencode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.RecordedMessages;
import dev.svc.server.engine.StoreCopy;
import dev.svc.server.engine.TurnsContract;
import dev.svc.server.session.Turn;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// A store that is being written, beside a tree that an older version left.
class OpencodeTurnsTest extends TurnsContract {
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
    void a_sub_agent_is_folded_under_the_call_that_started_it() throws IOException {
        var call = all("ses_e024a0aa1ffeHsM5zMP4Db2ge4").stream()
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
        var index = turns().index("ses_e024a0aa1ffeHsM5zMP4Db2ge4", java.util.Optional.empty());
        assertThat(turns().index("ses_e024a0aa1ffeHsM5zMP4Db2ge4", java.util.Optional.of(index)))
                .isSameAs(index);
    }
}
