package dev.svc.server.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.engine.ScreenRules;
import dev.svc.server.engine.ScreenText;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import dev.svc.server.terminal.host.Size;
import dev.svc.server.terminal.status.AtPrompt;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A text is sent to a program as a paste and Enter, and only while nothing else is under way there.
class PromptIT {
    private static final SessionId ID = new SessionId(EngineKey.CLAUDE_CODE, "s1");
    private static final Size WINDOW = new Size(100, 30);

    private static final String RULES = """
            empty 2 ^>
            rule asks
              status waiting
              shows  1 ^Esc to cancel
            rule works
              status working
              shows  1 ^Working
            """;

    /// Notes every key that it gets, and draws what a file says. It takes pastes whole.
    private static final String PROGRAM = """
            stty raw -echo
            exec 3<&0
            cat <&3 >>keys &
            printf '\\033[?2004h\\033[2J\\033[H> '
            while :; do
                if [ -e draw ]; then
                    printf '\\033[2J\\033[H%s' "$(cat draw)"
                    rm draw
                fi
                sleep 0.02
            done
            """;

    @TempDir
    Path temp;

    private House house;
    private Viewer viewer;

    @BeforeEach
    void build() throws IOException {
        house = new House(temp, screen());
        open(ID, PROGRAM);
    }

    @AfterEach
    void tearDown() {
        house.close();
    }

    private void open(SessionId id, String script) throws IOException {
        house.pinning.script = script;
        viewer = house.terminals.open(AttachRequest.of(house.stored(id.nativeId()), WINDOW, "tab"));
        Waiting.until(() -> house.terminals.screen(id).contains(">"));
        pass();
        Waiting.until(() -> house.terminals.atPrompt(id) == AtPrompt.READY);
    }

    private static ScreenRules screen() {
        try {
            return ScreenText.parse("a test", RULES.getBytes(UTF_8));
        } catch (ScreenText.WrongException wrong) {
            throw new IllegalStateException(wrong);
        }
    }

    /// So long that nobody is at it any more, and every program has shown what it got.
    private void pass() {
        house.clock.ahead = house.clock.ahead.plus(Duration.ofSeconds(20));
    }

    private void draws(String text, Status status) throws IOException {
        Files.writeString(temp.resolve("part"), text);
        Files.move(temp.resolve("part"), house.folder.resolve("draw"));
        Waiting.until(() -> house.terminals.status(ID) == status);
    }

    private String keys() throws IOException {
        return keys("keys");
    }

    private String keys(String name) throws IOException {
        var file = house.folder.resolve(name);
        return Files.exists(file) ? Files.readString(file) : "";
    }

    @Test
    void a_text_is_pasted_whole_and_sent_with_enter() throws Exception {
        assertThat(house.terminals.paste(ID, "one\ntwo")).isEqualTo(AtPrompt.READY);
        pass();
        assertThat(house.terminals.enter(ID)).isEqualTo(AtPrompt.READY);
        Waiting.until(() -> keys().equals("\u001b[200~one\rtwo\u001b[201~\r"));
    }

    @Test
    void enter_waits_until_the_program_can_have_shown_the_text() {
        assertThat(house.terminals.paste(ID, "one")).isEqualTo(AtPrompt.READY);
        assertThat(house.terminals.enter(ID)).isEqualTo(AtPrompt.NOT_YET);
    }

    @Test
    void lines_are_not_sent_one_by_one_to_a_program_that_takes_no_pastes() throws Exception {
        var other = new SessionId(EngineKey.CLAUDE_CODE, "s2");
        open(other, PROGRAM.replace("\\033[?2004h", "").replace(">>keys", ">>plain"));
        assertThat(house.terminals.paste(other, "one\ntwo")).isEqualTo(AtPrompt.READY);
        Waiting.until(() -> keys("plain").equals("one two"));
    }

    @Test
    void nothing_is_pasted_while_a_question_is_open_or_the_program_works() throws Exception {
        draws("Esc to cancel", Status.WAITING);
        assertThat(house.terminals.paste(ID, "one")).isEqualTo(AtPrompt.QUESTION);
        draws("Working", Status.WORKING);
        assertThat(house.terminals.paste(ID, "one")).isEqualTo(AtPrompt.WORKING);
        assertThat(keys()).isEmpty();
    }

    @Test
    void enter_never_answers_a_question_that_has_come_up_since() throws Exception {
        assertThat(house.terminals.paste(ID, "one")).isEqualTo(AtPrompt.READY);
        draws("Esc to cancel", Status.WAITING);
        pass();
        assertThat(house.terminals.enter(ID)).isEqualTo(AtPrompt.QUESTION);
        Waiting.until(() -> keys().equals("\u001b[200~one\u001b[201~"));
    }

    @Test
    void nothing_is_pasted_behind_what_somebody_has_typed_and_not_sent() throws Exception {
        viewer.write("x".getBytes(UTF_8));
        Waiting.until(() -> keys().equals("x"));
        pass();
        assertThat(house.terminals.paste(ID, "one")).isEqualTo(AtPrompt.TYPING);
        viewer.write("\r".getBytes(UTF_8));
        assertThat(house.terminals.paste(ID, "one")).isEqualTo(AtPrompt.TYPING);
        pass();
        assertThat(house.terminals.paste(ID, "one")).isEqualTo(AtPrompt.READY);
    }

    /// Some programs put a prompt back whose answer was broken off.
    @Test
    void nothing_is_pasted_behind_what_the_program_has_put_at_its_prompt_itself() throws Exception {
        draws("* an earlier prompt", Status.IDLE);
        Waiting.until(() -> house.terminals.screen(ID).contains("earlier"));
        pass();
        Waiting.until(() -> house.terminals.atPrompt(ID) == AtPrompt.FILLED);
        assertThat(house.terminals.paste(ID, "one")).isEqualTo(AtPrompt.FILLED);
        draws("> ", Status.IDLE);
        Waiting.until(() -> !house.terminals.screen(ID).contains("earlier"));
        pass();
        Waiting.until(() -> house.terminals.atPrompt(ID) == AtPrompt.READY);
        assertThat(keys()).isEmpty();
    }

    @Test
    void what_was_pasted_is_not_sent_once_somebody_types() throws Exception {
        assertThat(house.terminals.paste(ID, "one")).isEqualTo(AtPrompt.READY);
        viewer.write("x".getBytes(UTF_8));
        pass();
        assertThat(house.terminals.enter(ID)).isEqualTo(AtPrompt.TYPING);
    }

    @Test
    void a_session_without_a_program_has_no_prompt() {
        assertThat(house.terminals.atPrompt(new SessionId(EngineKey.CLAUDE_CODE, "other")))
                .isEqualTo(AtPrompt.GONE);
    }
}
