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

/// Kilo's own store.
class KiloTurnsTest extends TurnsContract {
    private static final String COMPACTED = "ses_dfae847dfffes9RsOCNTQqdFHQ";

    @Override
    protected void plant(Path home) throws IOException {
        StoreCopy.plant(StoreCopy.fixture("kilo/main"), home.resolve(".local/share/kilo"));
    }

    @Override
    protected EngineProvider provider(Path home) {
        return OpencodeProvider.kilo(new EngineSettings(home, List.of(), null, null, Map.of()));
    }

    @Override
    protected Map<String, Message> lastMessages() throws IOException {
        var recorded = RecordedMessages.of("kilo");
        recorded.replaceAll((id, message) -> new Message(message.role(), TypedText.of(message.text())));
        return recorded;
    }

    @Override
    protected @Nullable Path log(String nativeId) throws IOException {
        return null;
    }

    @Override
    protected String absent() {
        return "ses_e0242222affeAAAAAAAAAAAAAA";
    }

    @Test
    void what_the_program_reminds_its_model_of_is_not_what_the_person_said() throws IOException {
        assertThat(all(COMPACTED).stream().map(Turn::text)).noneMatch(text -> text.contains("<system-reminder>"));
        assertThat(all(COMPACTED))
                .filteredOn(turn -> turn.role() == Turn.Role.USER)
                .hasSize(2);
    }
}
