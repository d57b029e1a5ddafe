package dev.svc.server.engine.antigravity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.RecordedMessages;
import dev.svc.server.engine.StoreFixture;
import dev.svc.server.engine.TurnsContract;
import dev.svc.server.session.Turn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// The transcripts, and the databases where there is none.
class AntigravityTurnsTest extends TurnsContract {
    @Override
    protected void plant(Path home) throws IOException {
        StoreFixture.copy("antigravity", home);
    }

    @Override
    protected EngineProvider provider(Path home) {
        return new AntigravityProvider(StoreFixture.settings(home));
    }

    @Override
    protected Map<String, Message> lastMessages() throws IOException {
        return RecordedMessages.of("antigravity");
    }

    @Override
    protected @Nullable Path log(String nativeId) throws IOException {
        var log = transcript(nativeId);
        return Files.exists(log) ? log : null;
    }

    private Path transcript(String nativeId) {
        return home.resolve(".gemini/antigravity-cli/brain/" + nativeId + "/.system_generated/logs/transcript.jsonl");
    }

    /// A database that was just written is left alone for a moment before it is read.
    @Override
    protected int mutations() {
        return 60;
    }

    /// The program notes when a call began and was completed.
    private static final Turn.Ending ENDING = new Turn.Ending(null, 200L, 1);

    @Test
    void a_call_is_answered_by_the_record_behind_it() throws IOException {
        var calls = all("1a2b3c4d-0001-4000-8000-00000000a006").stream()
                .filter(turn -> turn.tool() != null)
                .map(Turn::tool)
                .toList();
        assertThat(calls)
                .containsExactly(
                        new Turn.ToolUse("run_command", "make links", "1 dead link", true, "", ENDING),
                        new Turn.ToolUse(
                                "view_file", "/home/casey/code/docs-site/guide.md", "1: # Docs", true, "", ENDING));
    }

    @Test
    void without_a_transcript_the_database_tells_the_same_words() throws IOException {
        for (var id : ids()) {
            var told = spoken(id);
            Files.deleteIfExists(transcript(id));
            assertThat(spoken(id)).as(id).isEqualTo(told);
        }
    }

    private List<String> spoken(String id) throws IOException {
        return all(id).stream()
                .filter(turn -> turn.tool() == null)
                .map(turn -> turn.role() + turn.text())
                .toList();
    }

    @Test
    void a_database_that_is_replaced_while_it_is_paged_gives_what_is_there_now() throws IOException {
        for (var id : ids()) {
            Files.deleteIfExists(transcript(id));
        }
        var longest = longest();
        var index = turns().index(longest, Optional.empty());
        for (var id : ids()) {
            if (!id.equals(longest)) {
                Files.copy(database(id), database(longest), StandardCopyOption.REPLACE_EXISTING);
                Files.deleteIfExists(Path.of(database(longest) + "-wal"));
                var present = turns().index(longest, Optional.empty());
                assertThat(turns().read(longest, index, 0, index.count()))
                        .hasSize(Math.min(index.count(), present.count()));
                assertThat(present.generation(index.count())).isNotEqualTo(index.generation(index.count()));
            }
        }
    }

    private String longest() throws IOException {
        var longest = "";
        int most = -1;
        for (var id : ids()) {
            int count = turns().index(id, Optional.empty()).count();
            longest = count > most ? id : longest;
            most = Math.max(most, count);
        }
        return longest;
    }

    private Path database(String nativeId) {
        return home.resolve(".gemini/antigravity-cli/conversations/" + nativeId + ".db");
    }
}
