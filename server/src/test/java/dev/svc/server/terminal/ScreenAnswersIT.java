package dev.svc.server.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.engine.ScreenRules;
import dev.svc.server.engine.ScreenText;
import dev.svc.server.session.Asking;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import dev.svc.server.terminal.host.Size;
import dev.svc.server.terminal.status.Typed;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a program asks on its screen is answered by one key, and only while exactly that stands there.
class ScreenAnswersIT {
    private static final SessionId ID = new SessionId(EngineKey.CLAUDE_CODE, "s1");
    private static final Size WINDOW = new Size(100, 30);

    private static final String RULES = """
            rule asks
              status waiting
              shows  1 ^Esc to cancel
            question
              option ^([1-9])\\. (.+)
              edge   ^-{20,}$
              below  1
            answers permission
              lead   1 ^(Do you want to .+)$
              allow  Yes
              deny   No
            """;

    /// Notes every key that it gets, asks twice the same about something else, and takes any key for an answer.
    private static final String ASKER = """
            stty raw -echo
            line() { printf '%s\\r\\n' "$1"; }
            asks() {
                printf '\\033[2J\\033[H'
                line 'I will check that.'
                line '------------------------------'
                line "$1"
                line 'Do you want to proceed?'
                line '1. Yes'
                line '2. Yes, and never ask again'
                line '3. No'
                line ''
                line 'Esc to cancel'
            }
            takes() {
                dd bs=1 count=1 status=none >>keys
                while [ ! -e "$1" ]; do sleep 0.02; done
            }
            asks first
            takes go1
            asks second
            takes go2
            printf '\\033[2J\\033[HAt your service\\r\\n'
            exec cat >>keys
            """;

    @TempDir
    Path temp;

    private House house;
    private Viewer viewer;

    @BeforeEach
    void build() throws IOException {
        house = new House(temp, screen());
        house.pinning.script = ASKER;
        viewer = house.terminals.open(AttachRequest.of(house.stored(ID.nativeId()), WINDOW, "tab"));
        Waiting.until(() -> house.terminals.asking(ID).isPresent());
    }

    @AfterEach
    void tearDown() {
        house.close();
    }

    private static ScreenRules screen() {
        try {
            return ScreenText.parse("a test", RULES.getBytes(UTF_8));
        } catch (ScreenText.WrongException wrong) {
            throw new IllegalStateException(wrong);
        }
    }

    private Asking asked() {
        return house.terminals.asking(ID).orElseThrow();
    }

    private Typed answer(String key) {
        return house.terminals.answer(ID, asked().digest(), key);
    }

    private String keys() throws IOException {
        var file = house.folder.resolve("keys");
        return Files.exists(file) ? Files.readString(file) : "";
    }

    private void mayGoOn(String step) throws IOException {
        Files.createFile(house.folder.resolve(step));
    }

    private void settles(String step, String about) throws IOException {
        mayGoOn(step);
        Waiting.until(() -> house.terminals
                .asking(ID)
                .filter(it -> about.equals(it.about()))
                .isPresent());
    }

    @Test
    void the_key_of_a_choice_is_typed_and_nothing_else() throws Exception {
        assertThat(asked().about()).isEqualTo("first");
        assertThat(answer("1")).isEqualTo(Typed.TYPED);
        settles("go1", "second");
        assertThat(answer("3")).isEqualTo(Typed.TYPED);
        mayGoOn("go2");
        Waiting.until(() -> house.terminals.status(ID) == Status.IDLE);
        viewer.write("end".getBytes(UTF_8));
        Waiting.until(() -> keys().endsWith("end"));
        assertThat(keys()).isEqualTo("13end");
    }

    @Test
    void who_answers_does_not_become_the_writer() throws Exception {
        var second = house.terminals.open(AttachRequest.of(ID, WINDOW, "another tab"));
        assertThat(second.hello().writer()).isFalse();
        assertThat(answer("1")).isEqualTo(Typed.TYPED);
        settles("go1", "second");
        second.write("x".getBytes(UTF_8));
        viewer.write("y".getBytes(UTF_8));
        Waiting.until(() -> keys().equals("1y"));
    }

    @Test
    void another_question_than_the_one_that_was_shown_is_not_answered() throws Exception {
        var digest = asked().digest();
        assertThat(house.terminals.answer(ID, "another", "1")).isEqualTo(Typed.CHANGED);
        assertThat(answer("1")).isEqualTo(Typed.TYPED);
        settles("go1", "second");
        assertThat(house.terminals.answer(ID, digest, "1")).isEqualTo(Typed.CHANGED);
        assertThat(keys()).isEqualTo("1");
    }

    @Test
    void what_is_not_offered_from_afar_is_not_typed() throws Exception {
        assertThat(answer("2")).isEqualTo(Typed.CHANGED);
        assertThat(answer("4")).isEqualTo(Typed.CHANGED);
        assertThat(answer("\r")).isEqualTo(Typed.CHANGED);
        assertThat(answer("3")).isEqualTo(Typed.TYPED);
        Waiting.until(() -> keys().equals("3"));
    }

    @Test
    void a_question_that_has_gone_is_not_answered() throws Exception {
        answer("1");
        settles("go1", "second");
        var digest = asked().digest();
        assertThat(answer("1")).isEqualTo(Typed.TYPED);
        mayGoOn("go2");
        Waiting.until(() -> house.terminals.askingNow(ID).isEmpty());
        assertThat(house.terminals.answer(ID, digest, "1")).isEqualTo(Typed.GONE);
        assertThat(keys()).isEqualTo("11");
    }

    @Test
    void a_question_is_not_answered_twice() throws Exception {
        assertThat(answer("1")).isEqualTo(Typed.TYPED);
        house.clock.ahead = Duration.ofSeconds(2); // the key is no longer under way, and the question stands yet
        assertThat(answer("3")).isEqualTo(Typed.BUSY);
        settles("go1", "second");
        assertThat(keys()).isEqualTo("1");
    }

    @Test
    void a_key_of_somebody_that_may_be_under_way_comes_first() throws Exception {
        viewer.write("x".getBytes(UTF_8));
        assertThat(answer("1")).isEqualTo(Typed.BUSY);
        Waiting.until(() -> keys().equals("x"));
        house.clock.ahead = Duration.ofSeconds(2);
        assertThat(answer("1")).isEqualTo(Typed.TYPED);
    }

    @Test
    void what_stands_on_the_screen_now_is_what_is_announced_later() throws Exception {
        answer("1");
        mayGoOn("go1");
        Waiting.until(() -> house.terminals
                .askingNow(ID)
                .filter(it -> "second".equals(it.about()))
                .isPresent());
        var now = house.terminals.askingNow(ID).orElseThrow();
        Waiting.until(() -> "second".equals(asked().about()));
        assertThat(asked()).isEqualTo(now);
        assertThat(house.terminals.askingNow(ID)).contains(now);
    }

    @Test
    void a_session_without_a_terminal_asks_nothing() {
        var other = new SessionId(EngineKey.CLAUDE_CODE, "other");
        assertThat(house.terminals.askingNow(other)).isEmpty();
        assertThat(house.terminals.answer(other, "digest", "1")).isEqualTo(Typed.GONE);
    }
}
