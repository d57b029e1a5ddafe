package dev.svc.server.engine.copilot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.RecordedMessages;
import dev.svc.server.engine.StoreFixture;
import dev.svc.server.engine.TurnsContract;
import dev.svc.server.session.Turn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// The logs that the program wrote.
class CopilotTurnsTest extends TurnsContract {
    private static final String AGENT = "fd040559-6116-4354-996f-1a8009200b64";
    private static final String TERMINAL = "b00e9d80-8d57-40c9-8409-c8f6ff0f4d85";
    private static final String TOOLS = "c7496515-3ccd-4164-b095-00143ffce75c";
    private static final String LONG = "f831f26b-e87d-4b0b-8083-ffb1f1f99b64";
    private static final String PLAIN = "12a87566-a49f-4826-8a7e-bd0df599d771";
    private static final String FORK = "9de10da3-3432-47af-86eb-1c15fefc1eca";
    private static final String REWOUND = "277687a9-ff49-47d8-9bf1-73913185d08e";

    @Override
    protected void plant(Path home) throws IOException {
        StoreFixture.copy("copilot", home);
    }

    @Override
    protected EngineProvider provider(Path home) {
        return new CopilotProvider(StoreFixture.settings(home));
    }

    @Override
    protected Map<String, Message> lastMessages() throws IOException {
        return RecordedMessages.of("copilot");
    }

    @Override
    protected @Nullable Path log(String nativeId) throws IOException {
        return new CopilotFolder(home.resolve(".copilot"))
                .log(nativeId)
                .orElseThrow()
                .path();
    }

    private List<Turn> calls(String id) throws IOException {
        return all(id).stream().filter(turn -> turn.tool() != null).toList();
    }

    @Test
    void a_sub_agent_is_folded_under_the_call_that_started_it() throws IOException {
        var call = calls(AGENT).getFirst();
        assertThat(tool(call).name()).isEqualTo("task");
        assertThat(call.inner())
                .extracting(Turn::role, Turn::text)
                .containsExactly(
                        tuple(Turn.Role.USER, "Look for typos in README.md and report them."),
                        tuple(Turn.Role.ASSISTANT, "Two typos: teh, adn."));
        assertThat(all(AGENT)).extracting(Turn::text).doesNotContain("Two typos: teh, adn.");
    }

    /// One that another sub-agent started, and that works on after its call was answered.
    @Test
    void what_a_sub_agent_adds_later_is_seen_by_who_follows() throws IOException {
        var log = Objects.requireNonNull(log(AGENT));
        var following = new Following(AGENT);
        following.goOn("at first");
        for (var event : List.of(
                event("tool.execution_start", "\"toolCallId\":\"t\",\"toolName\":\"task\"", ""),
                event("subagent.started", "\"toolCallId\":\"t\"", "one"),
                event("tool.execution_start", "\"toolCallId\":\"u\",\"toolName\":\"task\"", "one"),
                event("subagent.started", "\"toolCallId\":\"u\"", "two"),
                event("tool.execution_complete", "\"toolCallId\":\"t\",\"success\":true", ""),
                event("user.message", "\"content\":\"meanwhile\"", ""),
                event("assistant.message", "\"content\":\"deep down\"", "two"),
                event("tool.execution_complete", "\"toolCallId\":\"u\",\"success\":true", "one"),
                event("assistant.message", "\"content\":\"late\"", "one"))) {
            Files.writeString(log, event, StandardOpenOption.APPEND);
            following.goOn(event);
        }
        var inner = calls(AGENT).getLast().inner();
        assertThat(inner.getLast().text()).isEqualTo("late");
        assertThat(inner.getFirst().inner()).extracting(Turn::text).containsExactly("deep down");
    }

    private static String event(String type, String data, String agent) {
        var by = agent.isEmpty() ? "" : ",\"agentId\":\"" + agent + "\"";
        return "{\"type\":\"%s\",\"data\":{%s}%s,\"id\":\"e\",\"timestamp\":\"2026-11-22T21:04:00.000Z\"}\n"
                .formatted(type, data, by);
    }

    @Test
    void a_sub_agent_that_calls_itself_ends() throws IOException {
        var log = Objects.requireNonNull(log(AGENT));
        var call = "\"toolCallId\":\"again\"";
        var agent = ",\"agentId\":\"loop\",\"id\":\"x\",\"timestamp\":\"2026-11-22T21:01:15.000Z\"}\n";
        Files.writeString(
                log,
                "{\"type\":\"tool.execution_start\",\"data\":{" + call + ",\"toolName\":\"task\"},\"id\":\"y\"}\n"
                        + "{\"type\":\"subagent.started\",\"data\":{" + call + "}" + agent
                        + "{\"type\":\"tool.execution_start\",\"data\":{" + call + ",\"toolName\":\"task\"}" + agent
                        + "{\"type\":\"subagent.started\",\"data\":{" + call + "}" + agent,
                StandardOpenOption.APPEND);
        assertThat(calls(AGENT).getLast().inner()).isNotEmpty();
    }

    @Test
    void a_command_says_how_it_ended_without_the_shells_last_line() throws IOException {
        var call = tool(calls(TERMINAL).getFirst());
        assertThat(call.name()).isEqualTo("bash");
        assertThat(call.inputSummary()).isEqualTo("rm -rf build; echo cleaned");
        assertThat(call.purpose()).isEqualTo("Clean up");
        assertThat(call.outputSummary()).isEqualTo("cleaned");
        assertThat(call.ok()).isTrue();
        assertThat(call.ending()).isEqualTo(new Turn.Ending(0, null, 1));
    }

    @Test
    void what_a_person_did_not_allow_did_not_work() throws IOException {
        var call = tool(calls(TERMINAL).getLast());
        assertThat(call.inputSummary()).isEqualTo("rm -f prices.csv");
        assertThat(call.ok()).isFalse();
        assertThat(call.outputSummary()).isEqualTo("Session aborted");
    }

    @Test
    void an_edit_shows_what_it_changed() throws IOException {
        var edit = calls(TOOLS).get(1);
        assertThat(tool(edit).name()).isEqualTo("edit");
        assertThat(tool(edit).outputSummary())
                .startsWith("@@ -1,3 +1,3 @@")
                .contains("-    return sum(items)", "+    return round(sum(items), 2)");
    }

    @Test
    void a_long_answer_of_a_tool_is_counted_in_lines() throws IOException {
        var ending = tool(calls(LONG).getFirst()).ending();
        assertThat(ending.exitCode()).isZero();
        assertThat(ending.lines()).isGreaterThan(100);
    }

    @Test
    void compaction_interruption_and_failure_are_marked() throws IOException {
        assertThat(all(TERMINAL)).extracting(Turn::mark).contains(Turn.Mark.COMPACTED, Turn.Mark.INTERRUPTED);
        assertThat(all(TERMINAL))
                .filteredOn(turn -> turn.mark() == Turn.Mark.COMPACTED)
                .singleElement()
                .satisfies(turn -> assertThat(turn.text()).contains("the build folder was cleaned"));
        assertThat(all("e2224768-239e-4e0d-8e42-82bb615bb2e0"))
                .filteredOn(turn -> turn.mark() == Turn.Mark.ERROR)
                .extracting(Turn::text)
                .containsExactly("400 scripted: the model refused this prompt");
        assertThat(all("1a0c5daf-b4e7-48c2-a29c-85ef1f771909"))
                .extracting(Turn::mark)
                .contains(Turn.Mark.INTERRUPTED);
    }

    @Test
    void a_thought_belongs_to_the_answer_that_it_led_to() throws IOException {
        assertThat(all(PLAIN).getLast().thinking()).isEqualTo("The file has one function.");
    }

    @Test
    void a_fork_begins_with_what_was_said_in_the_session_that_it_was_made_from() throws IOException {
        assertThat(all(FORK))
                .startsWith(all(PLAIN).toArray(new Turn[0]))
                .hasSizeGreaterThan(all(PLAIN).size());
    }

    @Test
    void no_words_that_the_program_puts_around_a_prompt_are_shown() throws IOException {
        for (var id : ids()) {
            assertThat(all(id)).extracting(Turn::text).noneMatch(text -> text.contains("<current_datetime>"));
        }
    }

    /// Taking a turn back rewrites the log without it, and what follows may make it longer than it was.
    @Test
    void what_was_taken_back_is_gone_also_for_who_followed() throws IOException {
        var log = Objects.requireNonNull(log(REWOUND));
        var lines = Files.readAllLines(log);
        var following = new Following(REWOUND);
        for (int kept : new int[] {lines.size(), 9, lines.size(), 4}) {
            var text = new StringBuilder(String.join("\n", lines.subList(0, kept))).append('\n');
            if (kept < lines.size()) {
                text.append(prompt("Something else that is said " + "at length ".repeat(kept * 200)));
            }
            Files.writeString(log, text);
            following.goOn("with " + kept + " lines");
        }
        assertThat(all(REWOUND).getLast().text()).startsWith("Something else");
    }

    @Test
    void an_index_from_before_a_rewind_is_not_gone_on_with() throws IOException {
        var log = Objects.requireNonNull(log(REWOUND));
        var lines = Files.readAllLines(log);
        var before = turns().index(REWOUND, Optional.empty());
        Files.writeString(log, String.join("\n", lines.subList(0, 9)) + "\n" + prompt("Another prompt ".repeat(2_000)));
        var after = turns().index(REWOUND, Optional.of(before));
        assertThat(turns().read(REWOUND, after, 0, after.count())).isEqualTo(all(REWOUND));
        assertThat(after.generation(before.count())).isNotEqualTo(before.generation(before.count()));
    }

    private static String prompt(String text) {
        return "{\"type\":\"user.message\",\"data\":{\"content\":\"" + text
                + "\"},\"id\":\"p\",\"timestamp\":\"2026-11-22T21:03:00.000Z\"}\n";
    }
}
