package dev.svc.server.wiring.question;

import dev.svc.server.engine.ask.AskLine;
import dev.svc.server.engine.ask.LineWay;
import dev.svc.server.question.AnswerChannel;
import dev.svc.server.question.Answerer;
import dev.svc.server.question.Asked;
import dev.svc.server.question.Given;
import dev.svc.server.question.How;
import dev.svc.server.question.Questions;
import dev.svc.server.session.Ask;
import dev.svc.server.session.SessionId;
import dev.svc.server.terminal.launch.LaunchRecord;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The lines to running programs, by the names of their launches.
final class ProgramLines implements AutoCloseable {
    private final Questions questions;
    private final InstantSource clock;
    private final Map<String, Open> open = new ConcurrentHashMap<>();

    /// @param pid of the program's first process
    private record Open(SessionId session, LineWay way, String handle, long pid, Hearing hearing, AskLine line) {}

    ProgramLines(Questions questions, InstantSource clock) {
        this.questions = questions;
        this.clock = clock;
    }

    void runs(LaunchRecord launchRecord, LineWay way, String handle, long pid) {
        open(launchRecord.name(), launchRecord.session(), way, handle, pid);
    }

    private void open(String name, SessionId session, LineWay way, String handle, long pid) {
        var hearing = new Hearing(session);
        var id = session.isPlaceholder() ? Optional.<String>empty() : Optional.of(session.nativeId());
        var line = way.open(handle, id, pid, hearing);
        hearing.line = line;
        open.put(name, new Open(session, way, handle, pid, hearing, line));
    }

    /// A line under the real id hears what is open once more.
    void adopted(SessionId placeholder, SessionId real) {
        open.forEach((name, it) -> {
            if (it.session().equals(placeholder)) {
                it.hearing().session = real;
                close(it);
                open(name, real, it.way(), it.handle(), it.pid());
            }
        });
    }

    void ended(String name) {
        close(open.remove(name));
    }

    @Override
    public void close() {
        open.keySet().forEach(this::ended);
    }

    private static void close(@Nullable Open former) {
        if (former != null) {
            former.line().close();
            former.hearing().lost();
        }
    }

    /// What one line hears.
    private final class Hearing implements LineWay.Listener {
        private final Set<String> keys = ConcurrentHashMap.newKeySet();
        private volatile SessionId session;
        private volatile @Nullable AskLine line;

        Hearing(SessionId session) {
            this.session = session;
        }

        @Override
        public void asks(String key, Ask ask) {
            keys.add(key);
            questions.asked(
                    new Asked(session, AnswerChannel.LINE, key, ask, clock.instant(), false, new ByLine(this, key)));
        }

        @Override
        public void settled(String key, LineWay.Settled how) {
            keys.remove(key);
            questions.settled(session, AnswerChannel.LINE, key, how(how));
        }

        private static How how(LineWay.Settled how) {
            return switch (how) {
                case ALLOWED -> How.ALLOWED;
                case DENIED -> How.DENIED;
                case CHOSEN -> How.CHOSEN;
                case UNKNOWN -> How.SETTLED;
            };
        }

        @Override
        public void lost() {
            keys.forEach(key -> questions.settled(session, AnswerChannel.LINE, key, How.WITHDRAWN));
            keys.clear();
        }
    }

    private record ByLine(Hearing hearing, String key) implements Answerer {
        @Override
        public Given give(Ask.Choice choice, @Nullable String words) {
            var line = hearing.line;
            if (line == null) {
                return Given.NOT_SENT;
            }
            return switch (line.answer(key, choice.key(), words)) {
                case TAKEN -> Given.TAKEN;
                case SENT -> Given.SENT;
                case LATE -> Given.LATE;
                case NOT_SENT -> Given.NOT_SENT;
            };
        }
    }
}
