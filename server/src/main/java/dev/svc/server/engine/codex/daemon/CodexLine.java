package dev.svc.server.engine.codex.daemon;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.svc.server.engine.ask.AskLine;
import dev.svc.server.engine.ask.HeardAsks;
import dev.svc.server.engine.ask.LineThread;
import dev.svc.server.engine.ask.LineWay;
import dev.svc.server.engine.ask.LineWay.Settled;
import dev.svc.shared.vital.Vital;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.AsynchronousCloseException;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The line to one session that the daemon holds. It joins as one more client, and only once the session is loaded:
/// otherwise joining would load it.
final class CodexLine implements AskLine {
    /// What may be long, and says nothing of questions.
    private static final List<String> UNHEARD = List.of(
            "item/agentMessage/delta",
            "item/commandExecution/outputDelta",
            "item/completed",
            "item/fileChange/outputDelta",
            "item/plan/delta",
            "item/reasoning/summaryTextDelta",
            "item/reasoning/textDelta",
            "rawResponse/completed",
            "rawResponseItem/completed",
            "thread/started",
            "thread/tokenUsage/updated",
            "turn/completed",
            "turn/diff/updated",
            "turn/started");

    private static final int MOST = 50;
    private static final int MOST_CHANGES = 20;
    private static final Duration ROUND = Duration.ofMinutes(1);

    private final CodexDaemon daemon;
    private final String session;
    private final Times times;
    private final HeardAsks<Heard> heard;
    private final LineThread thread;

    /// How long things take.
    ///
    /// @param first the pause behind a connection, and between two looks for the session
    /// @param longest the longest pause
    /// @param deadline for each answer
    record Times(Duration first, Duration longest, Duration deadline) {}

    /// A request and the connection it came over: a restarted daemon counts its requests from the start again.
    private record Heard(CodexDialog dialog, CodexCalls from) {}

    private CodexLine(CodexDaemon daemon, String session, Times times, LineWay.Listener listener) {
        this.daemon = daemon;
        this.session = session;
        this.times = times;
        this.heard = new HeardAsks<>(listener);
        this.thread = LineThread.start(
                Vital.platform("codex line"), this::listen, times.first(), times.longest(), heard::lost);
    }

    static CodexLine open(CodexDaemon daemon, String session, Times times, LineWay.Listener listener) {
        return new CodexLine(daemon, session, times, listener);
    }

    private void listen(Runnable connected) throws IOException, InterruptedException {
        try (var made = CodexCalls.connect(daemon.socket(), times.deadline(), UNHEARD)) {
            var listening = new Listening(made);
            while (!isLoaded(made)) {
                Thread.sleep(times.first());
            }
            connected.run();
            var parameters = JsonNodeFactory.instance
                    .objectNode()
                    .put("threadId", session)
                    .put("excludeTurns", true);
            var joined = made.call("thread/resume", parameters, listening::hear);
            if (!joined.path("thread").path("id").asText().equals(session)) {
                throw new IOException("the session cannot be joined");
            }
            while (!Thread.currentThread().isInterrupted()) {
                made.next(ROUND).ifPresent(listening::hear);
            }
        }
    }

    private boolean isLoaded(CodexCalls made) throws IOException {
        var parameters = JsonNodeFactory.instance.objectNode().put("threadId", session);
        var found = made.call("thread/read", parameters, _ -> {}).path("thread");
        var status = found.path("status").path("type").asText("notLoaded");
        return found.path("id").asText().equals(session) && !status.equals("notLoaded");
    }

    /// One connection.
    private final class Listening {
        private final CodexCalls from;

        /// A request to change files names only the item that says what is changed.
        private final Map<String, JsonNode> changes = new LinkedHashMap<>();

        /// What is open, by the daemon's names as they are written.
        private final Map<String, String> keys = new HashMap<>();

        Listening(CodexCalls from) {
            this.from = from;
        }

        void hear(JsonNode word) {
            var said = word.path("params");
            if (!said.path("threadId").asText().equals(session)) {
                return;
            }
            switch (word.path("method").asText()) {
                case "item/started" -> {
                    var item = said.path("item");
                    if (item.path("type").asText().equals("fileChange")) {
                        keep(item.path("id").asText(), item.path("changes"));
                    }
                }
                case "item/fileChange/patchUpdated" -> keep(said.path("itemId").asText(), said.path("changes"));
                case "serverRequest/resolved" -> {
                    settled(keys.remove(said.path("requestId").toString()));
                }
                case "thread/closed" -> throw new UncheckedIOException(new IOException("the session is closed"));
                default -> asked(word, said);
            }
        }

        private void keep(String item, JsonNode what) {
            changes.remove(item);
            if (CodexDialog.isBearable(what)) {
                changes.put(item, what);
            }
            if (changes.size() > MOST_CHANGES) {
                changes.remove(changes.keySet().iterator().next());
            }
        }

        private void asked(JsonNode word, JsonNode said) {
            var change = Optional.ofNullable(changes.get(said.path("itemId").asText()));
            CodexDialog.read(word, change).filter(_ -> keys.size() < MOST).ifPresent(it -> {
                var former = keys.put(it.id().toString(), it.key());
                if (!it.key().equals(former)) {
                    settled(former);
                }
                heard.asks(it.key(), it.ask(), new Heard(it, from));
            });
        }

        /// The daemon does not say by whom.
        private void settled(@Nullable String key) {
            if (key != null) {
                heard.settled(key, Settled.UNKNOWN);
            }
        }
    }

    @Override
    public Said answer(String key, String choice, @Nullable String words) {
        var asked = heard.find(key);
        if (asked.isEmpty()) {
            return Said.LATE;
        }
        var dialog = asked.get().dialog();
        try {
            asked.get().from().answer(dialog.id(), dialog.result(choice));
            return Said.SENT;
        } catch (AsynchronousCloseException unknown) {
            return Said.SENT; // it may have arrived
        } catch (IOException | IllegalArgumentException failed) {
            return Said.NOT_SENT;
        }
    }

    /// Whether its thread has ended.
    boolean hasEnded() {
        return thread.hasEnded();
    }

    @Override
    public void close() {
        heard.close();
        thread.close();
    }
}
