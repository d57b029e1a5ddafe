package dev.svc.server.engine.copilot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.NullNode;
import dev.svc.server.engine.Original;
import dev.svc.server.engine.StoreFixture;
import dev.svc.server.engine.change.Deed;
import dev.svc.server.engine.change.Edit;
import dev.svc.server.engine.change.EditSink;
import dev.svc.server.engine.change.PatchHunk;
import dev.svc.server.engine.change.Was;
import dev.svc.server.engine.move.FolderMap;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CopilotProviderTest {
    private static final String TOOLS = "c7496515-3ccd-4164-b095-00143ffce75c";
    private static final String TERMINAL = "b00e9d80-8d57-40c9-8409-c8f6ff0f4d85";
    private static final String CRASH = "7bd57a47-17d9-449a-b6b7-c24703c00b9d";
    private static final String EMPTY = "b5a620b1-a842-498e-865f-3c6e36a31959";
    private static final String UNI = "fbeaa58e-219a-4bc6-b058-6befd1c68af7";

    @TempDir
    Path home = Path.of("");

    private StoreFixture fixture = new StoreFixture(Path.of(""), NullNode.instance);
    private CopilotProvider program = new CopilotProvider(StoreFixture.settings(Path.of("")));

    @BeforeEach
    void plant() throws IOException {
        home = home.toRealPath();
        fixture = StoreFixture.copy("copilot", home);
        program = new CopilotProvider(fixture.settings());
    }

    @Test
    void a_new_session_has_the_id_that_it_is_given() {
        assertThat(program.newSessionReconciles()).isFalse();
        assertThat(program.newLaunchArgv(TOOLS, home, false).argv()).containsExactly("copilot", "--session-id", TOOLS);
        assertThat(program.newLaunchArgv(TOOLS, home, true, "--version").argv())
                .containsExactly("copilot", "--session-id", TOOLS, "--allow-all", "--interactive=--version");
        assertThat(program.launchArgv(TOOLS, home, true).argv())
                .containsExactly("copilot", "--resume", TOOLS, "--allow-all");
    }

    @Test
    void what_is_no_id_is_never_passed_on() {
        for (var odd : List.of("", "--yolo", "latest", TOOLS.toUpperCase(Locale.ROOT), TOOLS + "\n")) {
            assertThatThrownBy(() -> program.launchArgv(odd, home, false)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void the_store_may_lie_elsewhere_and_the_program_is_told_so() throws IOException {
        var elsewhere = Files.move(home.resolve(".copilot"), home.resolve("elsewhere"));
        var named = new CopilotProvider(fixture.settings(null, Map.of("COPILOT_HOME", elsewhere.toString())));
        assertThat(StoreFixture.rows(named.store())).hasSize(12);
        assertThat(named.launchEnvironment(false)).isEmpty();
        var chosen = new CopilotProvider(fixture.settings(elsewhere, Map.of()));
        assertThat(StoreFixture.rows(chosen.store())).hasSize(12);
        assertThat(chosen.launchEnvironment(false)).isEqualTo(Map.of("COPILOT_HOME", elsewhere.toString()));
        assertThat(StoreFixture.rows(program.store())).isEmpty();
    }

    @Test
    void the_sessions_of_a_folder_are_those_that_say_so() {
        assertThat(program.snapshotSessionIds(Path.of("/home/frankie/code/日記帳")))
                .containsExactly(UNI);
        assertThat(program.snapshotSessionIds(Path.of("/home/frankie/code/pond")))
                .hasSize(3)
                .doesNotContain(EMPTY);
    }

    private List<String> originals(String id) throws IOException {
        return program.originals().orElseThrow().of(id, home).stream()
                .map(Original::name)
                .toList();
    }

    @Test
    void what_is_kept_of_a_session_is_its_folder_without_the_locks_of_processes() throws IOException {
        assertThat(originals(CRASH))
                .containsExactly(
                        "session-state/" + CRASH + "/events.jsonl",
                        "session-state/" + CRASH + "/checkpoints/index.md",
                        "session-state/" + CRASH + "/rewind-file-snapshots/tracking.json",
                        "session-state/" + CRASH + "/workspace.yaml");
        assertThat(originals(TOOLS))
                .contains("session-state/" + TOOLS + "/rewind-file-snapshots/backups/"
                        + "859cb6b0c69f0e06bb5ae054c70fb7148c1955b918465157dbc4882c71830125");
        assertThat(originals(EMPTY)).isEmpty();
        assertThat(program.originals().orElseThrow().has(EMPTY)).isFalse();
    }

    @Test
    void a_moved_session_says_its_new_folder_and_nothing_else_is_touched() throws IOException {
        var folders = FolderMap.parse(List.of("/home/frankie=/srv/it's: new"));
        var originals = program.originals().orElseThrow();
        var moving = originals
                .moving("/home/frankie/code/kiosk", folders, (_, _) -> false)
                .orElseThrow();
        for (var original : originals.of(TERMINAL, home)) {
            assertThat(moving.name(original.name())).isEqualTo(original.name());
            var before = Files.readAllBytes(original.stamp().path());
            var after = new ByteArrayOutputStream();
            moving.write(original.name(), out -> out.write(before), after);
            var expected = new String(before, StandardCharsets.UTF_8);
            if (original.name().endsWith("workspace.yaml")) {
                expected = expected.replace("cwd: /home/frankie/code/kiosk", "cwd: '/srv/it''s: new/code/kiosk'")
                        .replace("git_root: /home/frankie/code/kiosk", "git_root: '/srv/it''s: new/code/kiosk'");
            } else if (original.name().endsWith("events.jsonl")) {
                expected = expected.replace(
                        "{\"cwd\":\"/home/frankie/code/kiosk\",\"gitRoot\":\"/home/frankie/code/kiosk\"",
                        "{\"cwd\":\"/srv/it's: new/code/kiosk\",\"gitRoot\":\"/srv/it's: new/code/kiosk\"");
            }
            assertThat(after.toString(StandardCharsets.UTF_8))
                    .as(original.name())
                    .isEqualTo(expected);
        }
        assertThat(originals.moving("/srv/shop", folders, (_, _) -> false)).isEmpty();
    }

    @Test
    void a_name_that_looks_like_a_folder_stays_as_it_was_said() throws IOException {
        var moving = program.originals()
                .orElseThrow()
                .moving("/home/a", FolderMap.parse(List.of("/home/a=/b")), (_, _) -> false)
                .orElseThrow();
        var note = "cwd: \"/home/a/\\u00e9\"\r\nname: |-\n  cwd: /home/a\n  git_root: /home/a\nbranch: /home/a\n";
        var after = new ByteArrayOutputStream();
        moving.write("session-state/x/workspace.yaml", out -> out.write(note.getBytes(StandardCharsets.UTF_8)), after);
        assertThat(after.toString(StandardCharsets.UTF_8))
                .isEqualTo("cwd: /b/é\r\nname: |-\n  cwd: /home/a\n  git_root: /home/a\nbranch: /home/a\n");
    }

    private List<Deed> deeds(String id) throws IOException {
        var found = new ArrayList<Deed>();
        var turns = program.turns();
        turns.edits(id, turns.index(id, Optional.empty()), new EditSink() {
            @Override
            public void edit(Edit edit) {
                found.add(edit.deed());
            }

            @Override
            public void leftOut() {}
        });
        return found;
    }

    private void log(String id, String... events) throws IOException {
        Files.writeString(
                home.resolve(".copilot/session-state").resolve(id).resolve("events.jsonl"),
                String.join("\n", events) + "\n",
                StandardOpenOption.APPEND);
    }

    private static String event(String type, String data) {
        return "{\"type\":\"%s\",\"data\":{%s},\"id\":\"e\",\"timestamp\":\"2026-11-22T21:05:00.000Z\"}"
                .formatted(type, data);
    }

    private static String start(String call, String tool, String arguments) {
        return event(
                "tool.execution_start",
                "\"toolCallId\":\"%s\",\"toolName\":\"%s\",\"arguments\":%s".formatted(call, tool, arguments));
    }

    private static String complete(String call, String result) {
        return event("tool.execution_complete", "\"toolCallId\":\"%s\",%s".formatted(call, result));
    }

    @Test
    void an_edit_has_its_texts_and_its_place() throws IOException {
        assertThat(deeds(TOOLS))
                .filteredOn(deed -> deed instanceof Deed.Replaced)
                .singleElement()
                .isEqualTo(new Deed.Replaced(
                        "/home/frankie/code/kiosk/src/main.py",
                        Was.UNKNOWN,
                        List.of(new Deed.Replacement(
                                "    return sum(items)", "    return round(sum(items), 2)", false)),
                        List.of(new PatchHunk(
                                1,
                                true,
                                "",
                                List.of(
                                        new PatchHunk.Line(' ', "def total(items):", false),
                                        new PatchHunk.Line('-', "    return sum(items)", false),
                                        new PatchHunk.Line('+', "    return round(sum(items), 2)", false))))));
    }

    @Test
    void a_command_that_was_allowed_ran_and_one_that_was_not_did_not() throws IOException {
        assertThat(deeds(TERMINAL)).containsExactly(new Deed.Ran("rm -rf build; echo cleaned"));
    }

    @Test
    void a_file_that_was_created_was_not_there() throws IOException {
        log(
                CRASH,
                start("a", "create", "{\"path\":\"new.txt\",\"file_text\":\"one\\n\"}"),
                start("b", "create", "{\"path\":\"/srv/there.txt\",\"file_text\":\"again\\n\"}"),
                complete("b", "\"success\":false,\"error\":{\"message\":\"Path already exists\",\"code\":\"failure\"}"),
                complete(
                        "a",
                        "\"success\":true,\"fileEdits\":[{\"path\":\"/srv/new.txt\",\"kind\":\"create\"}],"
                                + "\"result\":{\"content\":\"Created\"}"));
        assertThat(deeds(CRASH)).containsExactly(new Deed.Wrote("/srv/new.txt", Was.NOTHING, "one\n"));
    }

    @Test
    void a_patch_is_what_stands_in_it() throws IOException {
        log(
                CRASH,
                start("a", "apply_patch", "\"*** Begin Patch\\n*** Delete File: old.txt\\n*** End Patch\\n\""),
                complete("a", "\"success\":true"));
        assertThat(deeds(CRASH)).containsExactly(new Deed.Deleted("old.txt", Was.UNKNOWN));
    }

    @Test
    void what_a_sub_agent_did_is_told_of_the_call_that_started_it() throws IOException {
        log(
                CRASH,
                start("t", "task", "{\"prompt\":\"Do it\"}"),
                event("subagent.started", "\"toolCallId\":\"t\"").replace("},\"id\"", "},\"agentId\":\"a1\",\"id\""),
                start("i", "bash", "{\"command\":\"touch x\"}").replace("},\"id\"", "},\"agentId\":\"a1\",\"id\""),
                complete("i", "\"success\":true").replace("},\"id\"", "},\"agentId\":\"a1\",\"id\""),
                complete("t", "\"success\":true"));
        assertThat(deeds(CRASH)).containsExactly(new Deed.Ran("touch x"));
    }

    @Test
    void a_refusal_with_words_is_a_refusal() throws IOException {
        log(
                CRASH,
                start("a", "bash", "{\"command\":\"touch x\"}"),
                event(
                        "permission.completed",
                        "\"requestId\":\"r\",\"toolCallId\":\"a\",\"result\":{\"kind\":\"denied-interactively-by-user\","
                                + "\"feedback\":\"not here\"}"),
                complete("a", "\"success\":false,\"error\":{\"message\":\"not here\",\"code\":\"denied\"}"));
        assertThat(deeds(CRASH)).isEmpty();
        var turns = program.turns();
        var index = turns.index(CRASH, Optional.empty());
        var tool = Objects.requireNonNull(
                turns.read(CRASH, index, 0, index.count()).getLast().tool());
        assertThat(tool.outputSummary()).isEqualTo("not here");
        assertThat(tool.ok()).isFalse();
    }
}
