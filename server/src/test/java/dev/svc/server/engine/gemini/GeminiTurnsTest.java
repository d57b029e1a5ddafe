package dev.svc.server.engine.gemini;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.RecordedMessages;
import dev.svc.server.engine.StoreCopy;
import dev.svc.server.engine.StoreFixture;
import dev.svc.server.engine.TurnsContract;
import dev.svc.server.engine.turn.TurnIndex;
import dev.svc.server.session.Turn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Chats of today's version beside those of an older one.
class GeminiTurnsTest extends TurnsContract {
    private static final String RESUMED = "6738aeb0-1aae-43d7-b4ce-7151b1d33273";

    @Override
    protected void plant(Path home) throws IOException {
        StoreCopy.plant(StoreCopy.fixture("gemini/main"), home);
        StoreCopy.plant(StoreCopy.fixture("gemini/legacy-json"), home);
    }

    @Override
    protected EngineProvider provider(Path home) {
        var settings = new EngineSettings(home, List.of(), null, null, Map.of());
        return new GeminiProvider(settings, home.resolve("own"), Set::of);
    }

    @Override
    protected Map<String, Message> lastMessages() throws IOException {
        return RecordedMessages.of("gemini");
    }

    @Override
    protected @Nullable Path log(String nativeId) throws IOException {
        return null;
    }

    @Override
    protected @Nullable Path lines(String nativeId) throws IOException {
        try (var files = Files.walk(home.resolve(".gemini/tmp"))) {
            return files.filter(file -> file.toString().endsWith(nativeId.substring(0, 8) + ".jsonl"))
                    .findFirst()
                    .orElse(null);
        }
    }

    @Test
    void what_was_followed_of_a_document_that_is_replaced_is_what_is_read_from_nothing() throws IOException {
        int documents = 0;
        for (var id : ids()) {
            var chat = document(id);
            if (chat != null) {
                documents++;
                growMessageByMessage(id, chat);
            }
        }
        assertThat(documents).isPositive();
    }

    private @Nullable Path document(String nativeId) throws IOException {
        try (var files = Files.walk(home.resolve(".gemini/tmp"))) {
            return files.filter(file -> file.toString().endsWith(nativeId.substring(0, 8) + ".json"))
                    .findFirst()
                    .orElse(null);
        }
    }

    private void growMessageByMessage(String id, Path chat) throws IOException {
        var whole = (ObjectNode) new ObjectMapper().readTree(chat.toFile());
        var messages = new ArrayList<JsonNode>();
        whole.path("messages").forEach(messages::add);
        var following = new Following(id);
        for (int count = 1; count <= messages.size(); count++) {
            var part = whole.deepCopy();
            part.putArray("messages").addAll(messages.subList(0, count));
            Files.write(chat, new ObjectMapper().writeValueAsBytes(part));
            following.goOn("with " + count);
        }
    }

    @Test
    void a_sub_agent_is_folded_under_the_call_that_started_it() throws IOException {
        var call = all("bcbee66b-22fa-4445-9147-8a38e5f8ec8d").stream()
                .filter(turn -> !turn.inner().isEmpty())
                .findFirst()
                .orElseThrow();
        assertThat(tool(call).name()).isEqualTo("invoke_agent");
        assertThat(call.inner().getFirst().text()).startsWith("Search the repository");
    }

    @Test
    void an_edit_shows_its_diff_and_a_thought_stands_with_what_followed() throws IOException {
        var all = new ArrayList<Turn>();
        for (var row : StoreFixture.rows(provider.store())) {
            all.addAll(all(row.id().nativeId()));
        }
        assertThat(all)
                .anyMatch(turn -> turn.thinking() != null && turn.thinking().startsWith("The user wants"))
                .anyMatch(turn ->
                        turn.tool() != null && turn.tool().outputSummary().contains("+  return '$' + n.toFixed(2);"));
    }

    @Test
    void a_resumed_session_keeps_what_came_of_its_calls() throws IOException {
        var calls = all(RESUMED).stream().filter(turn -> turn.tool() != null).toList();
        assertThat(calls).hasSize(2).allSatisfy(call -> {
            assertThat(tool(call).ok()).isNotNull();
            assertThat(tool(call).outputSummary()).isNotBlank();
        });
    }

    @Test
    void a_command_that_failed_says_so_although_its_call_succeeded() throws IOException {
        var call = all(RESUMED).stream()
                .filter(turn -> turn.tool() != null && turn.tool().name().equals("run_shell_command"))
                .findFirst()
                .orElseThrow();
        assertThat(tool(call).ok()).isFalse();
        assertThat(tool(call).ending()).isEqualTo(new Turn.Ending(1, null, 3));
        assertThat(tool(call).purpose()).isEqualTo("Run cart tests");
    }

    @Test
    void a_call_keeps_its_result_when_a_checkpoint_gives_its_message_another_id() throws IOException {
        var chat = home.resolve(".gemini/tmp/shop/chats/session-2026-11-21T11-04-6738aeb0.jsonl");
        var checkpoint = Files.readAllLines(chat).get(19).replace("\"id\":\"152954dd", "\"id\":\"00000000");
        Files.writeString(chat, checkpoint + '\n', StandardOpenOption.APPEND);
        assertThat(all(RESUMED))
                .anyMatch(turn -> turn.tool() != null
                        && turn.tool().name().equals("replace")
                        && turn.tool().outputSummary().contains("+  return '$' + n.toFixed(2);"));
    }

    @Test
    void a_place_stays_while_a_chat_grows_and_is_lost_when_what_lay_before_it_was_taken_back() throws IOException {
        var chat = home.resolve(".gemini/tmp/shop/chats/session-2026-11-21T11-04-6738aeb0.jsonl");
        var before = index(RESUMED);
        append(chat, message("new-1", "user", "and now?"));
        append(chat, message("new-2", "gemini", "Now"));
        append(chat, message("new-2", "gemini", "Now it is done."));
        var grown = index(RESUMED);
        append(chat, "{\"$rewindTo\":\"new-1\"}");
        append(chat, message("new-3", "user", "no, otherwise"));
        append(chat, message("new-4", "gemini", "Otherwise."));
        var rewound = index(RESUMED);

        assertThat(grown.count()).isEqualTo(before.count() + 2);
        assertThat(rewound.count()).isEqualTo(grown.count());
        assertThat(grown.generation(before.count())).isEqualTo(before.generation(before.count()));
        assertThat(rewound.generation(before.count())).isEqualTo(before.generation(before.count()));
        assertThat(rewound.generation(grown.count())).isNotEqualTo(grown.generation(grown.count()));
    }

    @Test
    void a_chat_that_is_replaced_while_it_is_paged_gives_what_is_there_now() throws IOException {
        var chat = home.resolve(".gemini/tmp/shop/chats/session-2026-11-21T11-04-6738aeb0.jsonl");
        var index = index(RESUMED);
        var lines = Files.readAllLines(chat);
        Files.write(chat, lines.subList(0, 5));
        assertThat(turns().read(RESUMED, index, 1, index.count()))
                .hasSize(index(RESUMED).count() - 1);
        assertThat(index(RESUMED).generation(index.count())).isNotEqualTo(index.generation(index.count()));
    }

    private TurnIndex index(String nativeId) throws IOException {
        return turns().index(nativeId, Optional.empty());
    }

    private static String message(String id, String type, String text) {
        return "{\"id\":\"%1$s\",\"timestamp\":\"2026-11-21T12:00:00.%2$03dZ\",\"type\":\"%3$s\",\"content\":\"%4$s\"}"
                .formatted(id, id.hashCode() & 511, type, text);
    }

    private static void append(Path chat, String line) throws IOException {
        Files.writeString(chat, line + '\n', StandardOpenOption.APPEND);
    }
}
