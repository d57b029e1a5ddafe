package dev.svc.server.engine.pi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.RecordedMessages;
import dev.svc.server.engine.StoreFixture;
import dev.svc.server.engine.TurnsContract;
import dev.svc.server.session.Turn;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PiTurnsTest extends TurnsContract {
    private static final String TREE = "68e02d04-6d5c-4ce0-8ed5-cbe47891b39b";
    private static final String TOOLS = "till-review-7";
    private static final String INTERACTIVE = "29ec0d3e-63e7-416d-8084-687739e7edd2";
    private static final String LONG = "712c7a9d-aad1-45a3-9039-98b8eb64359c";
    private static final String FAILED = "d39860e2-daa4-4633-acdf-39c363ee68c2";
    private static final String ABORTED = "140d7739-c14c-4d60-b18a-f3320d2a94ca";

    @Override
    protected void plant(Path home) throws IOException {
        StoreFixture.copy("pi", home);
    }

    @Override
    protected EngineProvider provider(Path home) {
        return new PiProvider(StoreFixture.settings(home));
    }

    @Override
    protected Map<String, Message> lastMessages() throws IOException {
        return RecordedMessages.of("pi");
    }

    /// The session that went back takes turns away as its file grows.
    @Override
    protected @Nullable Path log(String nativeId) throws IOException {
        return nativeId.equals(TREE) ? null : lines(nativeId);
    }

    @Override
    protected Path lines(String nativeId) throws IOException {
        return new PiFiles(home.resolve(".pi/agent/sessions"))
                .find(nativeId)
                .orElseThrow()
                .path();
    }

    private List<String> said(String nativeId) throws IOException {
        return all(nativeId).stream().map(Turn::text).toList();
    }

    private Turn marked(String nativeId, Turn.Mark mark) throws IOException {
        return all(nativeId).stream()
                .filter(turn -> turn.mark() == mark)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void a_branch_that_was_left_is_not_told() throws IOException {
        assertThat(said(TREE))
                .containsExactly(
                        "Say something you will take back",
                        "The shop closes at four.",
                        "Now the right hours",
                        "The shop closes at six.");
    }

    @Test
    void an_edit_shows_its_patch_and_a_thought_stands_beside_what_was_said() throws IOException {
        var edit = all(TOOLS).stream()
                .map(Turn::tool)
                .filter(Objects::nonNull)
                .filter(tool -> tool.name().equals("edit"))
                .findFirst()
                .orElseThrow();
        assertThat(edit.inputSummary()).isEqualTo("src/main.py");
        assertThat(edit.outputSummary()).isEqualTo("""
                @@ -1,2 +1,2 @@
                 def total(items):
                -    return sum(items)
                +    return round(sum(items), 2)""");
        assertThat(all("01a20517-e7df-73f5-8fba-c9ff55a43b7f").getLast().thinking())
                .isEqualTo("The file has one function.");
    }

    @Test
    void commands_say_how_they_ended_whoever_ran_them() throws IOException {
        var tools = all(INTERACTIVE).stream()
                .map(Turn::tool)
                .filter(Objects::nonNull)
                .toList();
        assertThat(tools)
                .extracting(Turn.ToolUse::inputSummary)
                .containsExactly("rm -rf build; echo cleaned", "exit 3", "missing.txt", "echo from-the-shell");
        assertThat(tools).extracting(Turn.ToolUse::ok).containsExactly(true, false, false, true);
        assertThat(tools).extracting(tool -> tool.ending().exitCode()).containsExactly(null, 3, null, 0);
    }

    @Test
    void a_long_output_says_how_long_it_was() throws IOException {
        assertThat(tool(all(LONG).get(1)).ending().lines()).isEqualTo(3000);
    }

    @Test
    void a_summary_a_failure_and_an_interruption_are_told_as_such() throws IOException {
        assertThat(marked(INTERACTIVE, Turn.Mark.COMPACTED).text()).contains("the build folder was cleaned");
        assertThat(marked(FAILED, Turn.Mark.ERROR).text()).startsWith("400: ");
        assertThat(said(ABORTED)).element(1).asString().startsWith("This draft goes on");
        assertThat(marked(ABORTED, Turn.Mark.INTERRUPTED).text()).isNotBlank();
    }
}
