package dev.svc.server.engine.claudecode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.change.Edit;
import dev.svc.server.engine.change.EditSink;
import dev.svc.server.session.Turn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What sub-agents did in the versions before 2, which wrote it into the session's own transcript.
class ClaudeSidechainTest {
    private static final String ID = "fb9dc1f0-92eb-4384-8183-587557ecaffa";

    @TempDir
    Path home;

    private Path transcript = Path.of("");

    private static String line(String uuid, String parent, boolean sidechain, String type, String content) {
        return """
                {"parentUuid":%s,"isSidechain":%s,"userType":"external","cwd":"/work","sessionId":"%s",\
                "version":"1.0.128","type":"%s","message":{"role":"%s","content":%s},"uuid":"%s",\
                "timestamp":"2026-11-20T10:00:00.000Z"}
                """.formatted(
                        parent.isEmpty() ? "null" : "\"" + parent + "\"", sidechain, ID, type, type, content, uuid);
    }

    private static String task(String id, String prompt) {
        return """
                [{"type":"tool_use","id":"%s","name":"Task","input":{"description":"Read","prompt":"%s"}}]""".formatted(id, prompt);
    }

    private static String answer(String id, String text) {
        return """
                [{"type":"tool_result","tool_use_id":"%s","content":[{"type":"text","text":"%s"}]}]""".formatted(id, text);
    }

    private static String says(String text) {
        return "[{\"type\":\"text\",\"text\":\"%s\"}]".formatted(text);
    }

    /// Two at once, whose records lie between each other's.
    @BeforeEach
    void two_helpers() throws IOException {
        transcript =
                Files.createDirectories(home.resolve(".claude/projects/-work")).resolve(ID + ".jsonl");
        Files.writeString(
                transcript,
                line("a1", "", false, "user", "\"Delegate it\"")
                        + line("a2", "a1", false, "assistant", task("t1", "Look at the till."))
                        + line("a3", "a2", false, "assistant", task("t2", "Look at the stock."))
                        + line("s1", "", true, "user", "\"Look at the till.\"")
                        + line("k1", "", true, "user", "\"Look at the stock.\"")
                        + line("s2", "s1", true, "assistant", """
                                [{"type":"tool_use","id":"w1","name":"Write",\
                                "input":{"file_path":"/work/till.md","content":"counted"}}]""")
                        + line("k2", "k1", true, "assistant", says("Kumquats are short."))
                        + line("s3", "s2", true, "user", answer("w1", "File created"))
                        + line("s4", "s3", true, "assistant", says("The till is counted."))
                        + line("a4", "a2", false, "user", answer("t1", "The till is counted."))
                        + line("a5", "a3", false, "user", answer("t2", "Kumquats are short."))
                        + line("a6", "a5", false, "assistant", says("All done.")));
    }

    private ClaudeCodeProvider provider() {
        return new ClaudeCodeProvider(new EngineSettings(home, List.of(), null, null, Map.of()));
    }

    private List<Turn> turns() throws IOException {
        var turns = provider().turns();
        var index = turns.index(ID, Optional.empty());
        return turns.read(ID, index, 0, index.count());
    }

    @Test
    void each_is_folded_under_the_call_that_started_it() throws IOException {
        var turns = turns();
        assertThat(turns).hasSize(4);
        assertThat(turns.get(1).inner())
                .extracting(Turn::text)
                .containsExactly("Look at the till.", "", "The till is counted.");
        assertThat(turns.get(2).inner())
                .extracting(Turn::text)
                .containsExactly("Look at the stock.", "Kumquats are short.");
        assertThat(turns.get(3).text()).isEqualTo("All done.");
    }

    @Test
    void what_it_changed_the_session_changed() throws IOException {
        var turns = provider().turns();
        var told = new ArrayList<Edit>();
        turns.edits(ID, turns.index(ID, Optional.empty()), new EditSink() {
            @Override
            public void edit(Edit edit) {
                told.add(edit);
            }

            @Override
            public void leftOut() {}
        });
        assertThat(told).hasSize(1);
        assertThat(told.getFirst().deed().toString()).contains("/work/till.md");
        assertThat(told.getFirst().turn()).isEqualTo(1);
    }

    @Test
    void a_later_version_that_found_no_sub_agent_shows_none() throws IOException {
        Files.writeString(transcript, Files.readString(transcript).replace("1.0.128", "2.1.330"));
        assertThat(turns()).allMatch(turn -> turn.inner().isEmpty());
    }
}
