package dev.svc.server.change;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.change.fold.ChangedFile;
import dev.svc.server.change.fold.ChangedFile.Kind;
import dev.svc.server.change.fold.SessionDiff;
import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.claudecode.ClaudeCodeProvider;
import dev.svc.server.engine.codex.CodexProvider;
import dev.svc.server.session.SessionId;
import dev.svc.server.texts.Unhurried;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What logs of every form tell: edits that succeeded, failed, were refused or wait.
class WrittenLogsTest {
    private static final String ID = "11111111-2222-4333-8444-555555555555";

    @TempDir
    private Path folder;

    private Path home;
    private EngineProvider provider;
    private SessionChanges changes;

    @BeforeEach
    void claude_at_first() throws IOException {
        home = folder.toRealPath();
        provider = new ClaudeCodeProvider(settings());
        changes = new SessionChanges(_ -> provider.turns(), Unhurried.workers());
    }

    private EngineSettings settings() {
        return new EngineSettings(home, List.of(), null, null, Map.of());
    }

    private SessionDiff diff() throws IOException {
        return changes.of(new SessionId(provider.engineId(), ID), "/w");
    }

    private ChangedFile only() throws IOException {
        return diff().files().getFirst();
    }

    private static List<String> lines(ChangedFile file) {
        return file.hunks().stream()
                .flatMap(hunk -> hunk.lines().stream())
                .map(line -> line.op() + line.text())
                .toList();
    }

    private void append(Path log, String line) throws IOException {
        Files.createDirectories(log.getParent());
        Files.writeString(log, line + '\n', StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private Path transcript() {
        return home.resolve(".claude/projects/-w/" + ID + ".jsonl");
    }

    private void claude(String line) throws IOException {
        append(transcript(), line);
    }

    private static String typed(String text) {
        return """
                {"type":"user","uuid":"u","timestamp":"2026-11-21T10:00:00Z","sessionId":"%s","cwd":"/w","message":{"role":"user","content":"%s"}}""".formatted(ID, text);
    }

    private static String call(String id, String tool, String input) {
        return """
                {"type":"assistant","uuid":"a%s","timestamp":"2026-11-21T10:00:01Z","sessionId":"%s","message":{"id":"m%s","role":"assistant","content":[{"type":"tool_use","id":"%s","name":"%s","input":%s}]}}""".formatted(id, ID, id, id, tool, input);
    }

    private static String result(String id, boolean isError, String content, String told) {
        return """
                {"type":"user","uuid":"r%s","timestamp":"2026-11-21T10:00:02Z","sessionId":"%s","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"%s","is_error":%s,"content":"%s"}]},"toolUseResult":%s}""".formatted(id, ID, id, isError, content, told);
    }

    private static final String EDIT = "{\"file_path\":\"/w/a.py\",\"old_string\":\"x = 1\",\"new_string\":\"x = 2\"}";

    @Test
    void claude_edits_a_file_whose_text_before_the_log_holds() throws IOException {
        claude(typed("change it"));
        claude(call("one", "Edit", EDIT));
        claude(
                result(
                        "one",
                        false,
                        "ok",
                        "{\"filePath\":\"/w/a.py\",\"originalFile\":\"# a\\nx = 1\\n\",\"structuredPatch\":[{\"oldStart\":1,\"oldLines\":2,\"newStart\":1,\"newLines\":2,\"lines\":[\" # a\",\"-x = 1\",\"+x = 2\"]}],\"userModified\":false}"));
        assertThat(lines(only())).containsExactly(" # a", "-x = 1", "+x = 2");
        assertThat(only().hunks().getFirst().turn()).isEqualTo(1);
        assertThat(only().hunks().getFirst().at()).hasToString("2026-11-21T10:00:01Z");
    }

    @Test
    void without_the_text_before_the_patch_has_the_place() throws IOException {
        claude(call("one", "Edit", EDIT));
        claude(
                result(
                        "one",
                        false,
                        "ok",
                        "{\"structuredPatch\":[{\"oldStart\":40,\"oldLines\":2,\"newStart\":40,\"newLines\":2,\"lines\":[\" # a\",\"-x = 1\",\"+x = 2\"]}]}"));
        assertThat(only().isWhole()).isTrue();
        assertThat(only().hunks().getFirst().oldStart()).isEqualTo(40);
    }

    @Test
    void what_failed_was_refused_or_waits_changed_nothing() throws IOException {
        claude(call("one", "Edit", EDIT));
        claude(result("one", true, "String to replace not found", "\"Error\""));
        claude(call("two", "Write", "{\"file_path\":\"/w/b\",\"content\":\"x\"}"));
        claude(result("two", true, "The user doesn't want to proceed with this tool use.", "\"User rejected\""));
        claude(call("three", "Bash", "{\"command\":\"rm a\"}"));
        claude(result("three", true, "The user doesn't want to proceed with this tool use.", "\"User rejected\""));
        claude(call("four", "Write", "{\"file_path\":\"/w/c\",\"content\":\"x\"}"));
        var diff = diff();
        assertThat(diff.files()).isEmpty();
        assertThat(diff.unknown()).isEmpty();
        assertThat(diff.isRecorded()).isTrue();
    }

    @Test
    void a_command_that_failed_or_still_runs_may_have_written() throws IOException {
        claude(call("one", "Bash", "{\"command\":\"make\"}"));
        claude(result("one", true, "Exit code 2", "\"Error: Exit code 2\""));
        claude(call("two", "Bash", "{\"command\":\"ls\"}"));
        claude(call("three", "Bash", "{\"command\":\"npm install\"}"));
        assertThat(diff().unknown()).extracting(SessionDiff.Unknown::command).containsExactly("make", "npm install");
        assertThat(diff().unknown()).extracting(SessionDiff.Unknown::turn).containsExactly(0, 2);
    }

    @Test
    void a_new_file_is_added() throws IOException {
        claude(call("one", "Write", "{\"file_path\":\"/w/b\",\"content\":\"x\\n\"}"));
        claude(result(
                "one",
                false,
                "ok",
                "{\"type\":\"create\",\"filePath\":\"/w/b\",\"content\":\"x\\n\",\"structuredPatch\":[]}"));
        assertThat(only().kind()).isEqualTo(Kind.ADDED);
    }

    @Test
    void a_sub_agents_edits_are_those_of_the_call_that_started_it() throws IOException {
        claude(typed("delegate"));
        claude(call("one", "Agent", "{\"prompt\":\"do\"}"));
        claude(result("one", false, "done", "{\"agentId\":\"abc1234\"}"));
        var agent = transcript().resolveSibling(ID).resolve("subagents/agent-abc1234.jsonl");
        append(agent, typed("do").replace("\"uuid\"", "\"isSidechain\":true,\"uuid\""));
        append(
                agent,
                call("x", "Write", "{\"file_path\":\"/w/b\",\"content\":\"x\\n\"}")
                        .replace("\"uuid\"", "\"isSidechain\":true,\"uuid\""));
        append(
                agent,
                result("x", false, "ok", "{\"type\":\"create\",\"content\":\"x\\n\"}")
                        .replace("\"uuid\"", "\"isSidechain\":true,\"uuid\""));
        assertThat(only().hunks().getFirst().turn()).isEqualTo(1);
    }

    @Test
    void a_log_that_grew_is_read_again_and_one_that_did_not_is_not() throws IOException {
        claude(call("one", "Write", "{\"file_path\":\"/w/b\",\"content\":\"x\\n\"}"));
        claude(result("one", false, "ok", "{\"type\":\"create\",\"content\":\"x\\n\"}"));
        var first = diff();
        assertThat(diff()).isSameAs(first);
        claude(call("two", "Write", "{\"file_path\":\"/w/c\",\"content\":\"x\\n\"}"));
        claude(result("two", false, "ok", "{\"type\":\"create\",\"content\":\"x\\n\"}"));
        assertThat(diff().files()).hasSize(2);
    }

    @Test
    void records_that_are_too_long_or_damaged_are_told_and_the_rest_is_read() throws IOException {
        claude(call("one", "Write", "{\"file_path\":\"/w/b\",\"content\":\"x\\n\"}"));
        claude(result("one", false, "ok", "{\"type\":\"create\",\"content\":\"x\\n\"}"));
        claude(call("two", "Write", "{\"file_path\":\"/w/c\",\"content\":\"" + "x".repeat(17 << 20) + "\"}"));
        claude("{\"type\":\"assistant\",\"message\":{\"content\":[{\"type\":\"tool_use\",\"name\":\"Edit\",\"input\":");
        claude(call("three", "Edit", "{}"));
        claude(result(
                "three",
                false,
                "ok",
                "{\"structuredPatch\":[{\"oldStart\":-5,\"lines\":[\"x\",\"\",\"+a\"]},7],\"originalFile\":9}"));
        assertThat(diff().isTruncated()).isTrue();
        assertThat(diff().files()).extracting(ChangedFile::path).containsExactly("/w/b");
    }

    @Test
    void a_session_without_a_log_is_recorded_nowhere() throws IOException {
        assertThat(diff().isRecorded()).isFalse();
    }

    private void codex(String payload, String kind) throws IOException {
        append(
                home.resolve(".codex/sessions/2026/11/21/rollout-2026-11-21T10-00-00-" + ID + ".jsonl"),
                "{\"timestamp\":\"2026-11-21T10:00:00.000Z\",\"type\":\"%s\",\"payload\":%s}".formatted(kind, payload));
    }

    private void codexSession() throws IOException {
        provider = new CodexProvider(settings());
        codex(
                "{\"id\":\"" + ID
                        + "\",\"timestamp\":\"2026-11-21T10:00:00.000Z\",\"cwd\":\"/w\",\"originator\":\"codex\",\"cli_version\":\"1\"}",
                "session_meta");
    }

    private static final String PATCH =
            "*** Begin Patch\\n*** Add File: n.txt\\n+new\\n*** Update File: a.py\\n@@\\n-x = 1\\n+x = 2\\n*** Delete File: d.txt\\n*** End Patch";

    @Test
    void codex_patches_by_a_call_of_its_own() throws IOException {
        codexSession();
        codex(
                "{\"type\":\"custom_tool_call\",\"call_id\":\"c1\",\"name\":\"apply_patch\",\"input\":\"" + PATCH
                        + "\"}",
                "response_item");
        codex(
                "{\"type\":\"custom_tool_call_output\",\"call_id\":\"c1\",\"output\":\"{\\\"output\\\":\\\"Success.\\\",\\\"metadata\\\":{\\\"exit_code\\\":0}}\"}",
                "response_item");
        assertThat(diff().files()).extracting(ChangedFile::path).containsExactly("/w/a.py", "/w/d.txt", "/w/n.txt");
        assertThat(diff().files())
                .extracting(ChangedFile::kind)
                .containsExactly(Kind.MODIFIED, Kind.DELETED, Kind.ADDED);
        assertThat(diff().files()).extracting(ChangedFile::isWhole).containsExactly(false, false, true);
    }

    @Test
    void codex_patches_by_a_command_in_another_folder() throws IOException {
        codexSession();
        codex(
                "{\"type\":\"function_call\",\"call_id\":\"c1\",\"name\":\"shell\",\"arguments\":\"{\\\"command\\\":[\\\"bash\\\",\\\"-lc\\\",\\\"cd sub && apply_patch <<'EOF'\\\\n*** Begin Patch\\\\n*** Add File: n.txt\\\\n+new\\\\n*** End Patch\\\\nEOF\\\"],\\\"workdir\\\":\\\"/w/x\\\"}\"}",
                "response_item");
        codex(
                "{\"type\":\"function_call_output\",\"call_id\":\"c1\",\"output\":\"Exit code: 0\\nWall time: 0.1 seconds\\nOutput:\\nSuccess.\"}",
                "response_item");
        assertThat(diff().files()).extracting(ChangedFile::path).containsExactly("/w/x/sub/n.txt");
        assertThat(diff().unknown()).isEmpty();
    }

    @Test
    void codex_events_have_the_places_of_hunks() throws IOException {
        codexSession();
        codex(
                "{\"type\":\"custom_tool_call\",\"call_id\":\"c1\",\"name\":\"apply_patch\",\"input\":\"" + PATCH
                        + "\"}",
                "response_item");
        codex(
                "{\"type\":\"patch_apply_end\",\"call_id\":\"c1\",\"success\":true,\"changes\":{\"/w/a.py\":{\"type\":\"update\",\"unified_diff\":\"@@ -7,1 +7,1 @@\\n-x = 1\\n+x = 2\\n\",\"move_path\":\"/w/b.py\"},\"/w/d.txt\":{\"type\":\"delete\",\"content\":\"gone\\n\"}}}",
                "event_msg");
        codex(
                "{\"type\":\"custom_tool_call_output\",\"call_id\":\"c1\",\"output\":\"{\\\"output\\\":\\\"Success.\\\",\\\"metadata\\\":{\\\"exit_code\\\":0}}\"}",
                "response_item");
        var files = diff().files();
        assertThat(files).extracting(ChangedFile::path).containsExactly("/w/b.py", "/w/d.txt");
        assertThat(files.get(0).kind()).isEqualTo(Kind.MOVED);
        assertThat(files.get(0).hunks().getFirst().oldStart()).isEqualTo(7);
        assertThat(lines(files.get(1))).containsExactly("-gone");
    }

    @Test
    void a_patch_of_codex_that_failed_changed_nothing() throws IOException {
        codexSession();
        codex(
                "{\"type\":\"custom_tool_call\",\"call_id\":\"c1\",\"name\":\"apply_patch\",\"input\":\"" + PATCH
                        + "\"}",
                "response_item");
        codex(
                "{\"type\":\"custom_tool_call_output\",\"call_id\":\"c1\",\"output\":\"{\\\"output\\\":\\\"verification failed\\\",\\\"metadata\\\":{\\\"exit_code\\\":1}}\"}",
                "response_item");
        codex(
                "{\"type\":\"function_call\",\"call_id\":\"c2\",\"name\":\"exec_command\",\"arguments\":\"{\\\"cmd\\\": \\\"touch a\\\"}\"}",
                "response_item");
        codex(
                "{\"type\":\"function_call\",\"call_id\":\"c3\",\"name\":\"exec_command\",\"arguments\":\"{\\\"cmd\\\": \\\"cat a\\\"}\"}",
                "response_item");
        assertThat(diff().files()).isEmpty();
        assertThat(diff().unknown()).extracting(SessionDiff.Unknown::command).containsExactly("touch a");
    }
}
