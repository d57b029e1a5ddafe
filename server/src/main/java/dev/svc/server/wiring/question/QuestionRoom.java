package dev.svc.server.wiring.question;

import dev.svc.server.engine.Engines;
import dev.svc.server.http.question.ProgramCalls;
import dev.svc.server.mcp.SvcApi;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.question.AnswerChannel;
import dev.svc.server.question.Asked;
import dev.svc.server.question.QuestionListener;
import dev.svc.server.question.Questions;
import dev.svc.server.session.Asking;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import dev.svc.server.setting.Settings;
import dev.svc.server.terminal.TerminalEvents;
import dev.svc.server.terminal.Terminals;
import dev.svc.server.terminal.attach.Replies;
import dev.svc.server.terminal.launch.LaunchExtras;
import dev.svc.server.texts.TextWorkers;
import dev.svc.shared.client.ApiClient;
import dev.svc.shared.vital.Vital;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Everything about questions of one service: by what they are heard, and who is told.
public final class QuestionRoom implements Closeable {
    private static final Duration PATIENCE = Duration.ofMillis(1_500);
    private static final Duration TICK = Duration.ofSeconds(1);

    private final Metadata metadata;
    private final Questions questions;
    private final AllowedCommands allowed;
    private final AllowedAnswers allowedAnswers;
    private final AnswerJournal journal;
    private final ScreenQuestions screens;
    private final HookDesk hooks;
    private final ProgramLines lines;
    private final OwnAddress address;
    private final Launches launches;
    private final Thread ticking;

    /// What it is opened with.
    ///
    /// @param host what the server listens on, and `port` where, once it does
    /// @param pages take a type of event and its data, and never wait
    /// @param others who else hears of questions
    /// @param terminals empty until they are open
    public record Around(
            Path runtimeFolder,
            String host,
            IntSupplier port,
            Engines engines,
            Metadata metadata,
            Settings settings,
            TextWorkers workers,
            BiConsumer<String, Object> pages,
            QuestionListener others,
            Supplier<Optional<Terminals>> terminals,
            SecureRandom random,
            InstantSource clock) {}

    private QuestionRoom(Around around) {
        this.metadata = around.metadata();
        this.journal = new AnswerJournal(around.metadata());
        this.allowed = new AllowedCommands(around.settings(), around.metadata(), around.clock());
        this.allowedAnswers = new AllowedAnswers(allowed::allows, this::questions);
        this.questions = new Questions(
                journal,
                new Listeners(List.of(new QuestionNews(around.pages()), allowedAnswers, around.others())),
                around.clock(),
                () -> UUID.randomUUID().toString(),
                PATIENCE);
        this.screens = new ScreenQuestions(questions, new TerminalScreens(around.terminals()));
        this.hooks = new HookDesk(new Heard(), around.workers(), around.clock());
        this.address = new OwnAddress(around.host(), around.port());
        this.lines = new ProgramLines(questions, around.clock());
        this.launches = new Launches(
                around.engines(), address, new LaunchSecrets(around.runtimeFolder()), hooks, lines, around.random());
        this.ticking = Vital.virtual("overdue answers").start(this::tick);
    }

    public static QuestionRoom open(Around around) {
        return new QuestionRoom(around);
    }

    public Questions questions() {
        return questions;
    }

    /// The commands that are allowed from then on.
    public AllowedCommands allowed() {
        return allowed;
    }

    /// The calls of programs.
    public ProgramCalls calls() {
        return hooks;
    }

    /// What commands of this host ask, and answer.
    ///
    /// @param tokens makes one that opens the API to this host's own user
    public Replies replies(Engines engines, Supplier<String> tokens) {
        return new HostReplies(questions, engines, address, tokens);
    }

    /// The interface of this service for a token, as a client on this host uses it.
    public SvcApi api(String token) {
        return (method, path, body) -> {
            var bound = address.bound().orElseThrow(() -> new IOException("not listening yet"));
            var reply = new ApiClient(bound.address(), bound.port(), token).call(method, path, body);
            return new SvcApi.Reply(reply.status(), reply.body());
        };
    }

    public LaunchExtras extras() {
        return launches;
    }

    /// Hears what the terminals say, and passes it on.
    public TerminalEvents beside(TerminalEvents others) {
        return new QuestionEvents(others, this);
    }

    /// What a program asks that svc did not start and has not joined.
    ///
    /// @param asks null where it does not wait, or has ended
    public void outside(SessionId session, @Nullable Asking asks) {
        screens.outside(session, asks);
    }

    void changed(SessionId session, Status status, @Nullable Asking asking) {
        screens.changed(session, status, asking);
    }

    void adopted(SessionId placeholder, SessionId real) {
        questions.adopted(placeholder, real);
        screens.adopted(placeholder, real);
        lines.adopted(placeholder, real);
    }

    private void tick() {
        try {
            while (true) {
                Thread.sleep(TICK);
                questions.tick();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /// Lets the programs that wait for an answer go on by themselves: their dialogs stay.
    public void letGo() {
        hooks.close();
    }

    @Override
    public void close() {
        letGo();
        lines.close();
        allowedAnswers.close();
        ticking.interrupt();
        journal.close();
    }

    private final class Heard implements HookDesk.Heard {
        @Override
        public void asked(Asked asked) {
            questions.asked(asked);
        }

        @Override
        public void hungUp(SessionId session, String key) {
            questions.settled(session, AnswerChannel.HOOK, key, screens.whenHungUp(session));
        }

        @Override
        public boolean isSettledOnScreen(SessionId session) {
            return screens.isSettled(session);
        }

        @Override
        public SessionId resolve(SessionId session) {
            return metadata.organisation().resolve(session);
        }
    }
}
