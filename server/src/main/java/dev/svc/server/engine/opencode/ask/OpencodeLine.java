package dev.svc.server.engine.opencode.ask;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.server.engine.ask.AskLine;
import dev.svc.server.engine.ask.HeardAsks;
import dev.svc.server.engine.ask.LineThread;
import dev.svc.server.engine.ask.LineWay;
import dev.svc.server.engine.ask.LineWay.Settled;
import dev.svc.server.engine.json.JsonLines;
import dev.svc.shared.vital.Vital;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The line to one opencode. After each new connection everything that is open is asked for, behind the events, so that
/// nothing falls between.
final class OpencodeLine implements AskLine {
    private static final int MOST = 200;

    private final OpencodeHandle handle;
    private final Optional<String> session;
    private final Times times;
    private final HeardAsks<OpencodeDialog> heard;
    private volatile @Nullable OpencodeApi api;
    private final LineThread thread;

    /// How long things take.
    ///
    /// @param first the pause behind a connection
    /// @param longest the longest pause
    /// @param deadline for each answer
    /// @param quiet after so long without any event, not even a sign of life, the connection is given up
    /// @param moment a question that is settled sooner is never announced
    record Times(
            Duration first,
            Duration longest,
            Duration deadline,
            Duration quiet,
            Duration moment,
            InstantSource clock) {}

    private OpencodeLine(OpencodeHandle handle, Optional<String> session, Times times, LineWay.Listener listener) {
        this.handle = handle;
        this.session = session;
        this.times = times;
        this.heard = new HeardAsks<>(listener);
        this.thread = LineThread.start(
                Vital.virtual("opencode line"), this::listen, times.first(), times.longest(), heard::lost);
    }

    static OpencodeLine open(OpencodeHandle handle, Optional<String> session, Times times, LineWay.Listener listener) {
        return new OpencodeLine(handle, session, times, listener);
    }

    private void listen(Runnable connected) throws IOException, InterruptedException {
        try (var made = new OpencodeApi(handle, times.deadline())) {
            var events = made.events();
            var connection = new Listening(new OwnSessions(session, made));
            connection.all(made);
            api = made;
            connected.run();
            connection.follow(events);
        } finally {
            api = null;
        }
    }

    /// One connection.
    private final class Listening {
        private final OwnSessions own;
        private final FreshDialogs fresh = new FreshDialogs(times.moment(), times.clock());

        Listening(OwnSessions own) {
            this.own = own;
        }

        void all(OpencodeApi from) throws IOException, InterruptedException {
            int most = MOST;
            for (var one : from.get("/permission").path("all")) {
                if (most-- > 0) {
                    asked(PermissionDialog.read(one));
                }
            }
            for (var one : from.get("/question").path("all")) {
                if (most-- > 0) {
                    asked(QuestionDialog.read(one));
                }
            }
        }

        void follow(EventLines events) throws IOException, InterruptedException {
            long last = System.nanoTime();
            while (true) {
                for (var due : fresh.takeDue()) {
                    heard.asks(due.id(), due.ask(), due);
                }
                var said = events.next(fresh.isEmpty() ? times.quiet() : times.moment());
                if (said.isPresent()) {
                    last = System.nanoTime();
                    hear(said.get());
                } else if (System.nanoTime() - last >= times.quiet().toNanos()) {
                    throw new IOException("opencode gives no sign of life");
                }
            }
        }

        /// Most events are about what the model says: they are not read.
        private void hear(String event) throws InterruptedException {
            if (event.contains("permission.") || event.contains("question.")) {
                var bytes = event.getBytes(StandardCharsets.UTF_8);
                var read = JsonLines.parse(bytes, 0, bytes.length);
                if (read.isPresent()) {
                    hear(read.get().path("type").asText(), read.get().path("properties"));
                }
            }
        }

        private void hear(String type, JsonNode properties) throws InterruptedException {
            switch (type) {
                case "permission.asked" -> asked(PermissionDialog.read(properties));
                case "question.asked" -> asked(QuestionDialog.read(properties));
                case "permission.replied" ->
                    settled(
                            properties,
                            properties.path("reply").asText().equals("reject") ? Settled.DENIED : Settled.ALLOWED);
                case "question.replied" -> settled(properties, Settled.CHOSEN);
                case "question.rejected" -> settled(properties, Settled.DENIED);
                default -> {}
            }
        }

        private void asked(Optional<? extends OpencodeDialog> dialog) throws InterruptedException {
            if (dialog.isPresent() && own.has(dialog.get().session())) {
                fresh.add(dialog.get());
            }
        }

        private void settled(JsonNode properties, Settled how) {
            var id = properties.path("requestID").asText();
            fresh.remove(id);
            heard.settled(id, how);
        }
    }

    @Override
    public Said answer(String key, String choice, @Nullable String words) {
        var dialog = heard.find(key);
        var server = api;
        if (dialog.isEmpty()) {
            return Said.LATE;
        }
        if (server == null) {
            return Said.NOT_SENT;
        }
        try {
            var reply = dialog.get().reply(choice, words);
            return server.post(reply.path(), reply.body());
        } catch (IllegalArgumentException unfit) {
            return Said.NOT_SENT;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return Said.SENT;
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
