package dev.svc.server.search.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.engine.turn.ToolSummary;
import dev.svc.server.follow.FollowProgress.Phase;
import dev.svc.server.follow.Follower;
import dev.svc.server.search.RecordedStores;
import dev.svc.server.search.query.QueryReader;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Turn;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// How much of what tools answered is searched, tried on the recorded stores of all programs, whose tools answer at
/// greater length here.
class ToolOutputTest {
    private static final String NEAR = "nearthebeginning";
    private static final String FAR = "farfromthebeginning";
    private static final String LENGTHENED = NEAR + " and so on".repeat(100) + " " + FAR + " ";

    /// Where an answer begins in the files below a folder.
    private static final Map<String, String> ANSWERS = Map.of(
            ".claude", "\"type\":\"tool_result\",\"content\":\"",
            ".codex", "\\nOutput:\\n",
            ".local/share/opencode/storage/part", "\"output\": \"",
            ".gemini/tmp", "\"output\":\"",
            ".kimi-code", "\"result\":{\"output\":\"",
            ".copilot", "\"result\":{\"content\":\"",
            ".pi", "\"toolName\":\"bash\",\"content\":[{\"type\":\"text\",\"text\":\"",
            ".qwen", "\"output\":\"",
            ".grok",
                    "\"status\":\"completed\",\"content\":[{\"type\":\"content\",\"content\":{\"type\":\"text\",\"text\":\"",
            ".gemini/antigravity-cli/brain", "\\nOutput:\\n");

    private static final Set<EngineKey> ALL = Set.of(
            EngineKey.CLAUDE_CODE,
            EngineKey.CODEX,
            EngineKey.OPENCODE,
            EngineKey.GEMINI,
            EngineKey.KIMI,
            EngineKey.ANTIGRAVITY,
            EngineKey.COPILOT,
            EngineKey.PI,
            EngineKey.QWEN,
            EngineKey.GROK);

    @TempDir
    Path folder = Path.of("");

    @BeforeEach
    void makeRoom() throws IOException {
        folder = folder.toRealPath();
    }

    private RecordedStores stores() throws IOException {
        var stores = RecordedStores.plant(folder);
        for (var program : ANSWERS.entrySet()) {
            lengthen(folder.resolve(program.getKey()), program.getValue());
        }
        return stores;
    }

    private static void lengthen(Path place, String before) throws IOException {
        try (var files = Files.walk(place)) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                var text = Files.readString(file, StandardCharsets.ISO_8859_1);
                if (text.contains(before) && file.toString().contains(".json")) {
                    Files.writeString(file, text.replace(before, before + LENGTHENED), StandardCharsets.ISO_8859_1);
                }
            }
        }
    }

    /// The programs in whose sessions the word is found.
    private Set<EngineKey> found(RecordedStores stores, int toolOutput, String word) throws Exception {
        try (var index = new SearchIndex(folder.resolve("index"), () -> toolOutput, () -> {});
                var follower = new Follower(stores, List.of(index), () -> false, _ -> {})) {
            follower.start();
            Waiting.until(
                    () -> follower.progress().toString(),
                    () -> follower.progress().phase() == Phase.FOLLOWING);
            var asked = new QueryReader(_ -> Optional.empty(), ZoneOffset.UTC).read(word);
            var engines = new TreeSet<EngineKey>();
            new TurnFinder(index, MadeIndex.UNHURRIED)
                    .find(asked, _ -> true, new TurnFinder.Window(0, 20), Instant.EPOCH).sessions().stream()
                            .map(SessionId::engine)
                            .forEach(engines::add);
            return engines;
        }
    }

    @Test
    void what_a_tool_answered_is_found_up_to_what_is_set() throws Exception {
        assertThat(found(stores(), 2048, FAR)).isEqualTo(ALL);
    }

    @Test
    void what_a_tool_answered_is_not_found_beyond_what_is_set() throws Exception {
        assertThat(found(stores(), 900, FAR)).isEmpty();
    }

    @Test
    void nothing_that_a_tool_answered_is_found_where_none_of_it_is_to_be() throws Exception {
        assertThat(found(stores(), 0, NEAR)).isEmpty();
    }

    @Test
    void a_transcript_has_the_beginning_of_what_a_tool_answered() throws Exception {
        var stores = stores();
        var near = new TreeSet<EngineKey>();
        for (var session : stores.sessions()) {
            for (var turn : stores.all(session.id())) {
                if (output(turn).contains(NEAR)) {
                    near.add(session.id().engine());
                    assertThat(output(turn)).hasSizeLessThanOrEqualTo(ToolSummary.SHORT);
                }
            }
        }
        assertThat(near).isEqualTo(ALL);
    }

    private static String output(Turn turn) {
        return turn.tool() == null ? "" : turn.tool().outputSummary();
    }
}
