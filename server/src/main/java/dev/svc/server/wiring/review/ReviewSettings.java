package dev.svc.server.wiring.review;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.review.Keys;
import dev.svc.server.review.Prompt;
import dev.svc.server.review.model.Endpoint;
import dev.svc.server.review.model.Setup;
import dev.svc.server.setting.Kind;
import dev.svc.server.setting.Section;
import dev.svc.server.setting.Setting;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.Variable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// What can be set of the AI review, and where each value is kept.
public final class ReviewSettings {
    static final String NAME = "ai_review";

    private final Config config;
    private final Metadata metadata;
    private final Keys keys;

    public ReviewSettings(Config config, Metadata metadata, Keys keys) {
        this.config = config;
        this.metadata = metadata;
        this.keys = keys;
    }

    /// The settings as they are.
    public Setup now() {
        return Setup.of(metadata.organisation().setting(NAME));
    }

    /// Every key, with what holds while nobody has set it.
    public Section section() {
        return new Section(
                NAME,
                List.of(
                        journaled("enabled", new Kind.Flag(), BooleanNode.FALSE),
                        journaled("base_url", address(), NullNode.getInstance()),
                        new Setting.Kept(
                                "api_key", key(), true, this::keyState, ReviewSettings::endpointFor, this::keepKey),
                        journaled("model", text(Setup.LONGEST_MODEL, "the name of a model"), NullNode.getInstance()),
                        journaled(
                                "interval_minutes",
                                new Kind.Whole(Setup.LEAST_INTERVAL, Setup.MOST_INTERVAL),
                                IntNode.valueOf(Setup.USUAL_INTERVAL)),
                        new Setting.Journaled(
                                "request_timeout",
                                new Kind.Whole(Setup.LEAST_TIMEOUT, Setup.MOST_TIMEOUT),
                                () -> LongNode.valueOf(config.number(Variable.AI_REVIEW_TIMEOUT))),
                        journaled(
                                "max_sessions_per_run",
                                new Kind.Whole(1, Setup.MOST_SESSIONS),
                                IntNode.valueOf(Setup.USUAL_SESSIONS)),
                        journaled("apply_titles", new Kind.Flag(), BooleanNode.TRUE),
                        journaled(
                                "prompt",
                                text(Setup.LONGEST_INSTRUCTION, "a text"),
                                TextNode.valueOf(Prompt.INSTRUCTION))));
    }

    private static Setting journaled(String name, Kind kind, JsonNode otherwise) {
        return new Setting.Journaled(name, kind, () -> otherwise);
    }

    private static Kind text(int most, String what) {
        return new Kind.Text(
                it -> !it.isBlank() && it.length() <= most, what + " of at most " + most + " characters, or null");
    }

    private static Kind address() {
        return new Kind.Text(
                it -> Endpoint.objection(it).isEmpty(),
                "an address that begins with http:// or https:// and names a host, without name, password, ? and #,"
                        + " such as http://127.0.0.1:11434/v1, or null");
    }

    private static Kind key() {
        return new Kind.Text(
                it -> !it.isEmpty() && Keys.objection(it).isEmpty(),
                "a key of at most " + Keys.LONGEST + " letters, digits and signs without blanks, or null");
    }

    private JsonNode keyState() {
        var endpoint = now().endpoint();
        return TextNode.valueOf(endpoint != null && keys.find(endpoint).isPresent() ? "set" : "unset");
    }

    private void keepKey(JsonNode key) throws IOException {
        if (key.isNull()) {
            keys.forget();
            return;
        }
        var endpoint = now().endpoint();
        if (endpoint != null) { // a sidecar edited by hand may take it away at any moment
            keys.keep(endpoint, key.asText());
        }
    }

    private static Optional<String> endpointFor(JsonNode key, JsonNode after) {
        return key.isNull() || Setup.of(after).endpoint() != null
                ? Optional.empty()
                : Optional.of("A key belongs to an endpoint: enter its address first.");
    }
}
