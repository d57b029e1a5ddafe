package dev.svc.server.engine.kimi;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.FixtureContract;
import dev.svc.server.engine.Piece;
import java.time.Instant;

/// Of both versions that were recorded. The program stores no branch of the folder.
class KimiFixtureTest extends FixtureContract {
    @Override
    protected String recording() {
        return "kimi";
    }

    @Override
    protected EngineProvider program(EngineSettings settings) {
        return new KimiProvider(settings);
    }

    @Override
    protected String recordedAt(JsonNode session) {
        return session.path("path").asText();
    }

    @Override
    protected String readAt(Piece piece) {
        return ".kimi-code/sessions/" + piece.key();
    }

    /// The recording counts prompts and parts of answers apart.
    @Override
    protected int messages(JsonNode session) {
        return session.path("turn_count").asInt()
                + session.path("assistant_text_parts").asInt();
    }

    /// In seconds.
    @Override
    protected Instant time(JsonNode session, String name) {
        return Instant.ofEpochMilli(Math.round(session.path(name).asDouble() * 1000));
    }

    @Override
    protected String[] leftOutByAGlance() {
        return new String[] {"model"};
    }
}
