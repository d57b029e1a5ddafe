package dev.svc.server.review;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.server.review.model.Answer;
import dev.svc.server.review.model.Setup;
import dev.svc.server.session.SessionId;
import dev.svc.shared.waiting.Waiting;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.LinkedBlockingQueue;

/// The rooms around the review, as a test sets them up. Guarded by itself.
final class FakeHouse implements ReviewContext {
    private static final Instant START = Instant.parse("2026-11-21T10:00:00Z");

    private final ObjectNode settings = JsonNodeFactory.instance.objectNode();
    private final Map<SessionId, Subject> subjects = new TreeMap<>();
    private final Map<SessionId, String> transcripts = new TreeMap<>();
    private final Map<SessionId, String> titles = new TreeMap<>();
    private final List<SessionId> needed = new ArrayList<>();
    private final LinkedBlockingQueue<Optional<SessionId>> news = new LinkedBlockingQueue<>();
    private int age;

    static SessionId id(String name) {
        return SessionId.find("engine_2:" + name).orElseThrow();
    }

    synchronized FakeHouse set(String name, Object value) {
        settings.set(
                name,
                switch (value) {
                    case Boolean it -> settings.booleanNode(it);
                    case Integer it -> settings.numberNode(it);
                    default -> settings.textNode(value.toString());
                });
        return this;
    }

    FakeHouse asking(ModelEndpoint endpoint) {
        return set("enabled", true).set("base_url", endpoint.baseUrl()).set("model", "small");
    }

    /// A session with one message; each later session is newer.
    synchronized SessionId session(String name, String transcript) {
        age++;
        put(new Subject(id(name), new Subject.State(START.plusSeconds(age), transcript.length(), false), false, false));
        transcripts.put(id(name), transcript);
        return id(name);
    }

    synchronized void put(Subject subject) {
        subjects.put(subject.id(), subject);
    }

    synchronized void titled(SessionId session) {
        var it = require(session);
        put(new Subject(session, it.state(), true, it.leftOut()));
    }

    synchronized void leaveOut(SessionId session) {
        var it = require(session);
        put(new Subject(session, it.state(), it.titled(), true));
    }

    private Subject require(SessionId session) {
        return find(session).orElseThrow();
    }

    @Override
    public synchronized Setup setup() {
        return Setup.of(settings);
    }

    @Override
    public synchronized List<Subject> active() {
        var all = new ArrayList<>(subjects.values());
        all.sort(Comparator.comparing((Subject it) -> it.state().updatedAt()).reversed());
        return all;
    }

    @Override
    public synchronized Optional<Subject> find(SessionId session) {
        return Optional.ofNullable(subjects.get(session));
    }

    @Override
    public synchronized String transcript(SessionId session, int characters) {
        return transcripts.getOrDefault(session, "");
    }

    @Override
    public String screen(SessionId session) {
        return "";
    }

    @Override
    public synchronized void title(SessionId session, String title) {
        titles.put(session, title);
        titled(session);
    }

    synchronized List<SessionId> needed() {
        return List.copyOf(needed);
    }

    synchronized Map<SessionId, String> titles() {
        return Map.copyOf(titles);
    }

    @Override
    public synchronized void reviewed(SessionId session, Answer answer) {
        if (answer.needsYou()) {
            needed.add(session);
        }
    }

    @Override
    public void changed(Optional<SessionId> session) {
        news.add(session);
    }

    /// Waits for the beginning and the end of a run.
    void awaitRun() throws InterruptedException {
        awaitTold();
        awaitTold();
    }

    private void awaitTold() throws InterruptedException {
        while (true) {
            if (Waiting.next(news).isEmpty()) {
                return;
            }
        }
    }
}
