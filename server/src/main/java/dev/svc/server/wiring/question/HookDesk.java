package dev.svc.server.wiring.question;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.svc.server.engine.ask.HookCall;
import dev.svc.server.engine.ask.HookWay;
import dev.svc.server.http.question.ProgramCalls;
import dev.svc.server.question.AnswerChannel;
import dev.svc.server.question.Answerer;
import dev.svc.server.question.Asked;
import dev.svc.server.question.Given;
import dev.svc.server.session.Ask;
import dev.svc.server.session.SessionId;
import dev.svc.server.terminal.launch.LaunchRecord;
import dev.svc.server.texts.TextWorkers;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/// Holds the calls of programs that ask, each until its question is settled. A call answers no other question than its
/// own: the program binds the answer to the request.
final class HookDesk implements ProgramCalls, AutoCloseable {
    /// Longer than any program waits.
    private static final long LONGEST_MINUTES = 90;

    private final Heard heard;
    private final TextWorkers workers;
    private final InstantSource clock;

    /// By the hash of the token, so that looking it up says nothing about it.
    private final Map<String, Running> running = new ConcurrentHashMap<>();

    private final Set<HeldCall> calls = ConcurrentHashMap.newKeySet();

    /// What is heard here belongs there.
    interface Heard {
        void asked(Asked asked);

        /// The call is over without an answer.
        void hungUp(SessionId session, String key);

        /// Whether the screen has asked and does so no more.
        boolean isSettledOnScreen(SessionId session);

        /// The session's id now, which may have been a placeholder's.
        SessionId resolve(SessionId session);
    }

    private record Running(String name, SessionId session, HookWay way) {}

    HookDesk(Heard heard, TextWorkers workers, InstantSource clock) {
        this.heard = heard;
        this.workers = workers;
        this.clock = clock;
    }

    void runs(LaunchRecord launchRecord, HookWay way, String token) {
        running.put(hash(token), new Running(launchRecord.name(), launchRecord.session(), way));
    }

    void ended(String name) {
        running.values().removeIf(it -> it.name().equals(name));
    }

    @Override
    public Optional<Call> open(String token) {
        return Optional.ofNullable(running.get(hash(token))).map(HeldCall::new);
    }

    /// Lets every program go on by itself.
    @Override
    public void close() {
        running.clear();
        calls.forEach(HeldCall::letGo);
    }

    private static String hash(String token) {
        try {
            var hash = MessageDigest.getInstance("SHA-256").digest(token.getBytes(UTF_8));
            return Base64.getEncoder().encodeToString(hash);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /// One call, from its first byte to its answer.
    private final class HeldCall implements Call, Answerer {
        private final Running program;
        private final String key = UUID.randomUUID().toString();
        private final CompletableFuture<String> answer = new CompletableFuture<>();
        private volatile HookCall.@Nullable Asks asks;

        HeldCall(Running program) {
            this.program = program;
        }

        private SessionId session() {
            return heard.resolve(program.session());
        }

        @Override
        public String answer(String body) throws IOException, InterruptedException, ForeignSessionException {
            var call = workers.errand(this).read(() -> program.way().read(body));
            if (!call.nativeId().equals(session().nativeId())) {
                throw new ForeignSessionException();
            }
            return call instanceof HookCall.Asks it ? await(it) : program.way().noAnswer();
        }

        private String await(HookCall.Asks it) throws InterruptedException {
            asks = it;
            calls.add(this);
            try {
                heard.asked(new Asked(session(), AnswerChannel.HOOK, key, it.ask(), clock.instant(), false, this));
                return answer.get(LONGEST_MINUTES, TimeUnit.MINUTES);
            } catch (ExecutionException impossible) {
                throw new IllegalStateException(impossible);
            } catch (TimeoutException tooLong) {
                return program.way().noAnswer();
            } finally {
                calls.remove(this);
                if (!answer.isDone()) {
                    heard.hungUp(session(), key);
                }
            }
        }

        @Override
        public void hungUp() {
            if (asks != null && answer.complete(program.way().noAnswer())) {
                heard.hungUp(session(), key);
            }
        }

        private void letGo() {
            answer.complete(program.way().noAnswer());
        }

        @Override
        public Given give(Ask.Choice choice, @Nullable String words) {
            var asked = asks;
            if (asked == null || answer.isDone() || heard.isSettledOnScreen(session())) {
                return Given.LATE;
            }
            return answer.complete(program.way().answer(asked, choice, words)) ? Given.SENT : Given.LATE;
        }

        @Override
        public void over() {
            letGo();
        }
    }
}
