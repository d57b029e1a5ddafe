package dev.svc.server.wiring.question;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.svc.server.journal.MemoryJournal;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.metadata.event.Actor;
import dev.svc.server.question.AnswerChannel;
import dev.svc.server.question.AnswerLog;
import dev.svc.server.question.Answerer;
import dev.svc.server.question.Asked;
import dev.svc.server.question.Given;
import dev.svc.server.question.GivenAnswer;
import dev.svc.server.question.OpenQuestion;
import dev.svc.server.question.Questions;
import dev.svc.server.question.Receipt;
import dev.svc.server.question.Responder;
import dev.svc.server.question.SettledQuestion;
import dev.svc.server.question.allowed.AllowedCommand;
import dev.svc.server.session.Ask;
import dev.svc.server.session.Ask.Choice;
import dev.svc.server.session.Ask.Effect;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.setting.Settings;
import dev.svc.shared.waiting.Waiting;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What is answered by a command that a person has allowed from then on, and what never is.
class AllowedAnswersTest {
    private static final SessionId SESSION = new SessionId(EngineKey.of(1), "a");
    private static final SessionId OTHER = new SessionId(EngineKey.of(1), "b");
    private static final String HERE = "/home/ada/ledger";
    private static final Choice ALWAYS = new Choice("always", "Always", Effect.ALLOW, true, false);
    private static final Choice ONCE = Choice.once("once", "Yes", Effect.ALLOW);
    private static final Choice DENY = Choice.once("no", "No", Effect.DENY);
    private static final Actor ADA = Actor.admin("login", "192.0.2.1");

    private final Metadata metadata = new Metadata(new MemoryJournal(), Clock.systemUTC());
    private final Settings settings = new Settings(metadata, Clock.systemUTC(), List.of(AllowedCommands.section()));
    private final AllowedCommands commands = new AllowedCommands(settings, metadata, Clock.systemUTC());
    private final AtomicReference<Questions> questions = new AtomicReference<>();
    private final AllowedAnswers answers = new AllowedAnswers(commands::allows, questions::get);
    private final AtomicInteger count = new AtomicInteger();

    @BeforeEach
    void begin() {
        questions.set(new Questions(
                new NoLog(), answers, Clock.systemUTC(), () -> "q" + count.incrementAndGet(), Duration.ZERO));
        inForce(true);
    }

    @AfterEach
    void end() {
        answers.close();
        metadata.close();
    }

    private static final class NoLog implements AnswerLog {
        @Override
        public void answered(OpenQuestion question, Receipt receipt) {}

        @Override
        public void settled(SettledQuestion settled) {}

        @Override
        public void notSent(OpenQuestion question, Receipt receipt) {}
    }

    /// Takes whatever it is given.
    private static final class Program implements Answerer {
        private final List<String> taken = new CopyOnWriteArrayList<>();

        @Override
        public Given give(Choice choice, @Nullable String words) {
            taken.add(choice.key());
            return Given.TAKEN;
        }

        @Override
        public void over() {}
    }

    private void inForce(boolean on) {
        var patch = JsonNodeFactory.instance.objectNode();
        patch.putObject("ask").put("allow_commands", on);
        settings.change(patch, ADA);
    }

    private static Ask runs(String command, @Nullable String diff, String folder) {
        return new Ask(
                Ask.Kind.PERMISSION, "Bash", "Run it?", null, command, diff, folder, List.of(ALWAYS, ONCE, DENY));
    }

    private Program asks(SessionId session, AnswerChannel channel, Ask ask) {
        var program = new Program();
        questions.get().asked(new Asked(session, channel, "k" + count.get(), ask, Instant.now(), false, program));
        return program;
    }

    private OpenQuestion open() {
        return questions.get().open().getFirst();
    }

    /// Asked once, and answered by a person.
    private SettledQuestion allowedOnce(String command) {
        asks(SESSION, AnswerChannel.HOOK, runs(command, null, HERE));
        answer(ONCE);
        return questions.get().recent(1).getFirst();
    }

    private void answer(Choice choice) {
        var question = open();
        questions
                .get()
                .answer(
                        question.id(),
                        new GivenAnswer(
                                choice.key(),
                                null,
                                question.digest(),
                                true,
                                new Responder("Firefox on Linux", "admin", "login", "192.0.2.1")));
    }

    /// What is asked last is answered when all before it was, or left alone: one more is asked that is answered surely.
    private void everythingBeforeIsHandled() {
        var last = asks(OTHER, AnswerChannel.LINE, runs("git status", null, HERE));
        Waiting.until(() -> !last.taken.isEmpty());
    }

    @Test
    void what_was_allowed_from_a_receipt_is_allowed_the_next_time_and_only_once() {
        assertThat(commands.allow(allowedOnce("git status").question(), ADA)).isPresent();
        var program = asks(SESSION, AnswerChannel.HOOK, runs("git status", null, HERE));
        Waiting.until(() -> questions.get().open().isEmpty());
        assertThat(program.taken).containsExactly("once");
        var last = questions.get().recent(1).getFirst();
        assertThat(Objects.requireNonNull(last.receipt()).by()).isEqualTo(Responder.ALLOWED_COMMAND);
        assertThat(last.isAllowedByPerson()).isFalse();
    }

    @Test
    void another_command_another_folder_a_change_and_a_screen_wait_for_a_person() {
        commands.allow(allowedOnce("git status").question(), ADA);
        var programs = List.of(
                asks(id("c"), AnswerChannel.HOOK, runs("git status -s", null, HERE)),
                asks(id("d"), AnswerChannel.HOOK, runs("git status", null, "/home/ada/other")),
                asks(id("e"), AnswerChannel.HOOK, runs("git status", "+a", HERE)),
                asks(id("f"), AnswerChannel.SCREEN, runs("git status", null, HERE)));
        everythingBeforeIsHandled();
        assertThat(programs).allSatisfy(it -> assertThat(it.taken).isEmpty());
        assertThat(questions.get().open()).hasSize(4);
    }

    private static SessionId id(String name) {
        return new SessionId(EngineKey.of(1), name);
    }

    @Test
    void in_a_project_it_is_allowed_to_all_its_sessions() {
        var project = metadata.createProject("Ledger", null, List.of(), List.of(SESSION, OTHER), ADA);
        var added = commands.allow(allowedOnce("git status").question(), ADA).orElseThrow();
        assertThat(added.place())
                .isEqualTo(new AllowedCommand.Place.InProject(project.id().value()));
        var program = asks(OTHER, AnswerChannel.LINE, runs("git status", null, "/home/ada/ledger/worktree"));
        Waiting.until(() -> !program.taken.isEmpty());
        var stranger = asks(id("c"), AnswerChannel.LINE, runs("git status", null, "/home/ada/ledger/worktree"));
        everythingBeforeIsHandled();
        assertThat(stranger.taken).isEmpty();
    }

    @Test
    void nothing_is_answered_while_it_is_off_after_it_is_taken_away_and_after_an_undo() {
        var added = commands.allow(allowedOnce("git status").question(), ADA).orElseThrow();
        long adding = metadata.organisation().seq();
        inForce(false);
        assertThat(commands.allows(asked("git status"))).isFalse();
        inForce(true);
        assertThat(commands.allows(asked("git status"))).isTrue();
        metadata.undo(adding, false, ADA);
        assertThat(commands.all()).isEmpty();
        metadata.undo(metadata.organisation().seq(), false, ADA);
        assertThat(commands.all()).containsExactly(added);
        assertThat(commands.forget(added.id(), ADA)).isTrue();
        assertThat(commands.forget(added.id(), ADA)).isFalse();
        assertThat(commands.allows(asked("git status"))).isFalse();
    }

    private static OpenQuestion asked(String command) {
        return new OpenQuestion(
                "q",
                SESSION,
                AnswerChannel.HOOK,
                runs(command, null, HERE),
                "digest",
                Instant.now(),
                null,
                null,
                false);
    }

    @Test
    void what_somebody_wrote_into_the_settings_allows_no_more_than_a_receipt_could() {
        var patch = JsonNodeFactory.instance.objectNode();
        var kept = patch.putObject("ask").putObject("allowed");
        kept.putObject("a").put("command", "rm -rf x").put("folder", HERE).put("since", "2026-11-26T10:00:00Z");
        kept.putObject("b").put("command", "git status").put("since", "2026-11-26T10:00:00Z");
        kept.putObject("c").put("command", "git status").put("folder", HERE).put("since", "yesterday");
        kept.put("d", "git status");
        metadata.changeSettings(patch, ADA);
        assertThat(commands.all()).isEmpty();
        assertThat(commands.allows(asked("rm -rf x"))).isFalse();
    }

    @Test
    void a_receipt_offers_only_what_a_person_allowed_and_what_reads() {
        assertThat(commands.allow(asked("git push"), ADA)).isEmpty();
        var twice = commands.allow(asked("git status"), ADA).orElseThrow();
        assertThat(commands.allow(asked("git status"), ADA)).contains(twice);
        assertThat(commands.all()).hasSize(1);
    }
}
