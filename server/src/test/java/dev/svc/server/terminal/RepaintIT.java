package dev.svc.server.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.engine.ScreenRules;
import dev.svc.server.engine.ScreenText;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import dev.svc.server.terminal.host.Size;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is known of programs that ran on while no server did: only what they paint now.
class RepaintIT {
    private static final ScreenRules SCREEN = screen();
    private static final SessionId ID = new SessionId(EngineKey.CLAUDE_CODE, "s1");
    private static final Size WINDOW = new Size(100, 30);

    /// Asks until it is answered, and paints when its window changes.
    private static final String PAINTER = """
            paint() {
                printf '\\033[2J\\033[H'
                if [ -e answered ]; then echo 'At your service'; else echo 'May I go on?'; fi
            }
            trap paint WINCH
            paint
            while :; do sleep 0.05; done
            """;

    private static final String NEVER_PAINTS = "stty -echo; echo 'May I go on?'; exec cat";

    @TempDir
    Path temp;

    /// Its program waits for an answer when the server ends.
    private House waiting(String script) throws IOException {
        var house = new House(temp, SCREEN);
        house.pinning.script = script;
        house.terminals.open(AttachRequest.of(house.stored(ID.nativeId()), WINDOW, "tab"));
        Waiting.until(() -> house.terminals.status(ID) == Status.WAITING);
        return house;
    }

    private House restarted() throws IOException {
        var next = new House(temp, SCREEN);
        next.pinning.script = NEVER_PAINTS; // what is started beside it asks as well
        return next;
    }

    private static ScreenRules screen() {
        try {
            return ScreenText.parse(
                    "a test", "rule asks\n  status waiting\n  shows 3 ^May I go on\\?\n".getBytes(UTF_8));
        } catch (ScreenText.WrongException wrong) {
            throw new IllegalStateException(wrong);
        }
    }

    /// Until the test allows more, or the server stops.
    private static void hold(AtomicBoolean mayGoOn) {
        while (!mayGoOn.get() && !Thread.currentThread().isInterrupted()) {
            Waiting.pause();
        }
    }

    private static boolean isKnown(House house) {
        return house.terminals
                .explain(ID)
                .filter(it -> !it.by().startsWith("not known yet"))
                .isPresent();
    }

    private static int announcements(House house) {
        return Collections.frequency(house.told, "waiting " + ID);
    }

    @Test
    void a_question_that_was_answered_meanwhile_is_not_announced() throws Exception {
        var house = waiting(PAINTER);
        house.abandon();
        Files.createFile(house.folder.resolve("answered"));

        try (var next = restarted()) {
            var mayBeAsked = new AtomicBoolean();
            next.host.beforeSize = () -> hold(mayBeAsked);
            next.terminals.recover();
            watchLooks(next);
            mayBeAsked.set(true);
            Waiting.until(() -> isKnown(next) && next.terminals.screen(ID).equals("At your service"));
            watchLooks(next);
            assertThat(next.terminals.status(ID)).isEqualTo(Status.IDLE);
            assertThat(announcements(next)).isZero();
        }
    }

    @Test
    void a_question_that_stands_is_announced_once_and_not_before_the_program_has_repainted() throws Exception {
        waiting(PAINTER).abandon();

        try (var next = restarted()) {
            var mayBeAsked = new AtomicBoolean();
            next.host.beforeSize = () -> hold(mayBeAsked);
            next.terminals.recover();
            watchLooks(next);
            assertThat(isKnown(next)).isFalse();
            assertThat(announcements(next)).isZero();

            mayBeAsked.set(true);
            Waiting.until(() -> next.terminals.status(ID) == Status.WAITING);
            watchLooks(next);
            assertThat(announcements(next)).isEqualTo(1);
        }
    }

    /// That another program asks no more is announced when it has lasted for a round of looks, so this one was looked
    /// at
    /// as often.
    private static void watchLooks(House house) throws IOException {
        for (int rounds = 0; rounds < 2; rounds++) {
            var other = house.stored("other" + house.told.size());
            var viewer = house.terminals.open(AttachRequest.of(other, WINDOW, "tab"));
            Waiting.until(() -> house.told.contains("waiting " + other));
            viewer.write("\033[2J\r\n".getBytes(UTF_8)); // it shows what is typed
            Waiting.until(() -> house.told.contains("idle " + other));
        }
    }

    @Test
    void a_program_that_never_repaints_is_idle_whatever_it_showed_before() throws Exception {
        waiting(NEVER_PAINTS).abandon();

        try (var next = restarted()) {
            next.terminals.recover();
            Waiting.until(() -> isKnown(next));
            watchLooks(next);
            assertThat(next.terminals.status(ID)).isEqualTo(Status.IDLE);
            assertThat(announcements(next)).isZero();
            assertThat(next.terminals.screen(ID)).isEqualTo("May I go on?");
        }
    }

    @Test
    void a_program_that_was_asked_to_repaint_has_the_size_that_it_had() throws Exception {
        waiting(PAINTER).abandon();

        try (var next = restarted()) {
            next.terminals.recover();
            Waiting.until(() -> isKnown(next));
            var terminal = next.terminals.find(ID).orElseThrow();
            assertThat(terminal.size()).isEqualTo(WINDOW);
            Waiting.until(() -> terminal.program().size().equals(Optional.of(WINDOW)));
        }
    }

    @Test
    void a_window_that_is_opened_meanwhile_decides_the_size() throws Exception {
        waiting(PAINTER).abandon();
        var wanted = new Size(90, 20);

        try (var next = restarted()) {
            var mayBeAsked = new AtomicBoolean();
            next.host.beforeSize = () -> hold(mayBeAsked);
            next.terminals.recover();
            next.terminals.open(AttachRequest.of(ID, wanted, "tab"));
            mayBeAsked.set(true);
            Waiting.until(() -> isKnown(next));
            var terminal = next.terminals.find(ID).orElseThrow();
            assertThat(terminal.size()).isEqualTo(wanted);
            Waiting.until(() -> terminal.program().size().equals(Optional.of(wanted)));
        }
    }

    @Test
    void a_repaint_that_svc_asked_for_is_nothing_that_was_missed() throws Exception {
        var house = waiting(PAINTER);
        house.clock.ahead = Duration.ofHours(1);
        house.abandon();
        var next = restarted();
        next.clock.ahead = Duration.ofHours(2);
        next.terminals.recover();
        Waiting.until(() -> next.terminals.status(ID) == Status.WAITING);
        next.abandon();

        try (var last = restarted()) {
            last.clock.ahead = Duration.ofHours(3);
            last.terminals.recover();
            assertThat(last.terminals
                            .open(AttachRequest.of(ID, WINDOW, "tab"))
                            .hello()
                            .gaps())
                    .isEmpty();
        }
    }
}
