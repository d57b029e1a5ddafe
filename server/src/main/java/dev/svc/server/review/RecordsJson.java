package dev.svc.server.review;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.server.review.ReviewRun.Failed;
import dev.svc.server.review.model.Answer;
import dev.svc.server.review.model.Trouble;
import dev.svc.server.session.SessionId;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The kept reviews as JSON.
final class RecordsJson {
    private static final int SCHEMA = 1;
    private static final ObjectMapper JSON = new ObjectMapper();

    private RecordsJson() {}

    static byte[] bytes(ReviewStore.Held held) throws IOException {
        var root = object().put("schema", SCHEMA);
        var reviews = root.putObject("reviews");
        held.reviews().forEach((session, review) -> reviews.set(session.toString(), json(review)));
        var runs = root.putArray("runs");
        held.runs().forEach(run -> runs.add(json(run)));
        return JSON.writeValueAsBytes(root);
    }

    private static ObjectNode json(Review review) {
        var answer = review.answer();
        return object().put("summary", answer.summary())
                .put("needs_you", answer.needsYou())
                .put("reason", answer.reason())
                .put("title", answer.title())
                .put("project", answer.project())
                .put("at", review.at().toString())
                .put("updated_at", review.of().updatedAt().toString())
                .put("size_bytes", review.of().sizeBytes())
                .put("waiting", review.of().waiting())
                .put("applied", review.applied());
    }

    private static ObjectNode json(ReviewRun run) {
        var json = object().put("id", run.id())
                .put("by_hand", run.byHand())
                .put("started_at", run.startedAt().toString())
                .put("ended_at", run.endedAt().toString())
                .put("wanted", run.wanted())
                .put("reviewed", run.reviewed())
                .put("failure", run.failure() == null ? null : run.failure().word())
                .put("leave_alone", run.leaveAlone().toSeconds());
        var failed = json.putArray("failed");
        run.failed()
                .forEach(it -> failed.addObject()
                        .put("session", it.session().toString())
                        .put("trouble", it.trouble().word())
                        .put("at", it.at().toString()));
        return json;
    }

    static ReviewStore.Held read(byte[] bytes) throws IOException {
        var root = JSON.readTree(bytes);
        if (root.path("schema").asInt() != SCHEMA) {
            throw new IOException("kept reviews of another version: " + root.path("schema"));
        }
        var reviews = new HashMap<SessionId, Review>();
        for (Map.Entry<String, JsonNode> entry : root.path("reviews").properties()) {
            SessionId.find(entry.getKey()).ifPresent(session -> reviews.put(session, review(entry.getValue())));
        }
        var runs = new ArrayList<ReviewRun>();
        root.path("runs").forEach(run -> runs.add(run(run)));
        return new ReviewStore.Held(reviews, runs);
    }

    private static Review review(JsonNode json) {
        var answer = new Answer(
                json.path("summary").asText(),
                json.path("needs_you").asBoolean(),
                text(json, "reason"),
                text(json, "title"),
                text(json, "project"));
        var state = new Subject.State(
                time(json, "updated_at"),
                json.path("size_bytes").asLong(),
                json.path("waiting").asBoolean());
        return new Review(answer, time(json, "at"), state, text(json, "applied"));
    }

    private static ReviewRun run(JsonNode json) {
        var failure = text(json, "failure");
        return new ReviewRun(
                json.path("id").asText(),
                json.path("by_hand").asBoolean(),
                time(json, "started_at"),
                time(json, "ended_at"),
                json.path("wanted").asInt(),
                json.path("reviewed").asInt(),
                failed(json.path("failed")),
                failure == null ? null : Trouble.of(failure),
                Duration.ofSeconds(json.path("leave_alone").asLong()));
    }

    private static List<Failed> failed(JsonNode list) {
        var failed = new ArrayList<Failed>();
        list.forEach(it -> SessionId.find(it.path("session").asText())
                .ifPresent(session -> failed.add(
                        new Failed(session, Trouble.of(it.path("trouble").asText()), time(it, "at")))));
        return failed;
    }

    private static @Nullable String text(JsonNode json, String name) {
        return json.path(name).isTextual() ? json.path(name).asText() : null;
    }

    private static Instant time(JsonNode json, String name) {
        return Instant.parse(json.path(name).asText());
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}
