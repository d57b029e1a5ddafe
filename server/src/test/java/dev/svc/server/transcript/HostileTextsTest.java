package dev.svc.server.transcript;

import static dev.svc.server.transcript.FakeTurns.SESSION;
import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.http.gate.Json;
import dev.svc.server.session.Turn.Role;
import dev.svc.server.texts.TextWorkers;
import dev.svc.server.transcript.Part.Text;
import dev.svc.server.transcript.ReadingLimits.Caps;
import dev.svc.server.transcript.export.Export;
import dev.svc.server.transcript.export.Format;
import dev.svc.server.transcript.export.Head;
import java.io.StringWriter;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The bound says that it ends at all: how long it takes is measured by HostileBench.
class HostileTextsTest {
    private static final Caps NONE = new Caps(Integer.MAX_VALUE, Long.MAX_VALUE);
    private static final Instant NOW = Instant.parse("2026-11-21T10:00:00Z");
    private static final int LARGEST = 16 << 20;

    private final FakeTurns log = new FakeTurns();
    private final TextWorkers workers = new TextWorkers();
    private final Transcript transcript =
            new Transcript(_ -> log, new ReadingLimits(NONE, 2_000, 1 << 30, 50, NONE), workers);

    @AfterEach
    void end() {
        workers.close();
    }

    static Set<String> names() {
        return HostileTexts.all().keySet();
    }

    @ParameterizedTest
    @MethodSource("names")
    void a_page_of_it_is_answered_and_does_not_swell(String name) throws Exception {
        log.turns.add(FakeTurns.said(Role.ASSISTANT, HostileTexts.of(name)));
        for (int cols : List.of(1, 80, 1_000)) {
            var page = transcript.page(SESSION, new PageCursor.End(), new TurnFormat.Console(cols));
            assertThat(((Text) page.body()).text()).hasSizeLessThan(LARGEST);
        }
    }

    @ParameterizedTest
    @MethodSource("names")
    void a_document_of_it_is_written_and_does_not_swell(String name) throws Exception {
        log.turns.add(FakeTurns.said(Role.ASSISTANT, HostileTexts.of(name)));
        for (var format : Format.values()) {
            var out = new StringWriter();
            var head = new Head("engine_2:one", "Title", "Codex", null, null, NOW, NOW);
            new Export(Json.shared()).write(transcript.find(SESSION).orElseThrow(), head, format, out);
            assertThat(out.toString()).hasSizeLessThan(LARGEST);
        }
    }
}
