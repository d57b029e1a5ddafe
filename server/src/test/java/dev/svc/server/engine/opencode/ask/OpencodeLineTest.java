package dev.svc.server.engine.opencode.ask;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.engine.ask.AskLine;
import dev.svc.server.engine.ask.AskLine.Said;
import dev.svc.server.engine.ask.HeardWords;
import dev.svc.server.session.Ask;
import dev.svc.server.session.Ask.Choice;
import dev.svc.server.session.Ask.Effect;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OpencodeLineTest {
    private static final String OWN = "ses_de3159150ffeUj0ucP6GlTeiB8";
    private static final String CHILD = "ses_de3159150ffeUj0ucP6GlTeiB9";
    private static final String STRANGER = "ses_de3159150ffeUj0ucP6GlTeiBA";
    private static final OpencodeLine.Times TIMES = new OpencodeLine.Times(
            Duration.ofMillis(1),
            Duration.ofMillis(20),
            Waiting.PATIENCE,
            Waiting.PATIENCE,
            Duration.ZERO,
            InstantSource.system());

    private final HeardWords heard = new HeardWords();
    private StandInOpencode opencode = open(0);
    private Optional<AskLine> line = Optional.empty();

    private static StandInOpencode open(int port) {
        try {
            return new StandInOpencode(port);
        } catch (IOException failed) {
            throw new AssertionError(failed);
        }
    }

    @AfterEach
    void end() {
        line.ifPresent(AskLine::close);
        opencode.close();
    }

    private AskLine listen(String handle, Optional<String> session) {
        var made = new OpencodeLines("OPENCODE_", TIMES).open(handle, session, 1, heard);
        line = Optional.of(made);
        return made;
    }

    /// Once it hears what is said.
    private AskLine listening() {
        var made = listen(opencode.handle(), Optional.of(OWN));
        Waiting.until(() -> opencode.isHeard());
        return made;
    }

    private static String permission(String id, String session) {
        return """
                {"id":"%s","sessionID":"%s","permission":"bash","patterns":["touch a","echo b"],\
                "metadata":{"command":"touch a; echo b"},"always":["touch *","echo *"],\
                "tool":{"messageID":"msg_1","callID":"call_1"}}""".formatted(id, session);
    }

    private static String question(String id, String more) {
        return """
                {"id":"%s","sessionID":"%s","questions":[{"question":"Which storage?","header":"Storage",\
                "options":[{"label":"Postgres","description":"big"},{"label":"SQLite","description":""}]%s}]}""".formatted(id, OWN, more);
    }

    private Ask ask() throws InterruptedException {
        return Waiting.next(heard.asks);
    }

    private String word() throws InterruptedException {
        return Waiting.next(heard.words);
    }

    @Test
    void a_question_about_a_command_is_heard_with_all_that_it_says() throws InterruptedException {
        listening();
        opencode.say("permission.asked", permission("per_1", OWN));
        assertThat(word()).isEqualTo("asks per_1");
        assertThat(ask())
                .isEqualTo(new Ask(
                        Ask.Kind.PERMISSION,
                        "bash",
                        "Run a command",
                        null,
                        "touch a; echo b",
                        null,
                        null,
                        List.of(
                                Choice.once("once", "Allow once", Effect.ALLOW),
                                new Choice("always", "Allow always: touch *, echo *", Effect.ALLOW, true, false),
                                new Choice("reject", "Reject", Effect.DENY, false, true))));
    }

    @Test
    void a_change_of_a_file_comes_with_its_diff() throws InterruptedException {
        listening();
        opencode.say("permission.asked", """
                {"id":"per_1","sessionID":"%s","permission":"edit","patterns":["a.txt"],"always":[],\
                "metadata":{"filepath":"/home/dana/a.txt","diff":"+new\\n"}}""".formatted(OWN));
        var ask = ask();
        assertThat(ask.title()).isEqualTo("edit /home/dana/a.txt");
        assertThat(ask.diff()).isEqualTo("+new\n");
        assertThat(ask.text()).isNull();
        assertThat(ask.choices()).extracting(Choice::key).containsExactly("once", "reject");
    }

    @Test
    void what_a_tool_wants_is_said_as_far_as_it_says_it() throws InterruptedException {
        listening();
        opencode.say("permission.asked", """
                {"id":"per_1","sessionID":"%s","permission":"webfetch","patterns":["https://example.org"],\
                "always":["*"],"metadata":{"format":"text","limit":{"bytes":5}}}""".formatted(OWN));
        var ask = ask();
        assertThat(ask.title()).isEqualTo("webfetch");
        assertThat(ask.text()).isEqualTo("https://example.org\nformat: text\nlimit: {\"bytes\":5}");
    }

    @Test
    void more_patterns_than_a_label_holds_are_allowed_in_the_terminal_only() throws InterruptedException {
        var running = listening();
        opencode.say("permission.asked", permission("per_1", OWN).replace("touch *", "x".repeat(1_000)));
        assertThat(ask().choice("always").map(Choice::effect)).contains(Effect.TERMINAL);
        assertThat(running.answer("per_1", "always", null)).isEqualTo(Said.NOT_SENT);
    }

    @Test
    void what_would_not_be_seen_is_named_or_left_to_the_terminal() throws InterruptedException {
        listening();
        opencode.say("permission.asked", """
                {"id":"per_1","sessionID":"%s","permission":"edit","patterns":["a.txt"],"always":["a\\u202eb"],\
                "metadata":{"filepath":"/home/a\\u202etxt.sh","diff":"+new\\n"}}""".formatted(OWN));
        opencode.say("question.asked", question("que_1", "").replace("SQLite", "a\\u202eb"));
        opencode.say("question.asked", question("que_2", ""));
        var ask = ask();
        assertThat(ask.title()).isEqualTo("edit");
        assertThat(ask.text()).isEqualTo("filepath: /home/a\\u202etxt.sh");
        assertThat(ask.choice("always").map(Choice::effect)).contains(Effect.TERMINAL);
        assertThat(ask().title()).isEqualTo("Which storage?");
        assertThat(word()).isEqualTo("asks per_1");
        assertThat(word()).isEqualTo("asks que_2");
    }

    @Test
    void a_question_is_heard_with_its_answers() throws InterruptedException {
        listening();
        opencode.say("question.asked", question("que_1", ""));
        assertThat(ask())
                .isEqualTo(new Ask(
                        Ask.Kind.CHOICE,
                        "question",
                        "Which storage?",
                        "Postgres: big",
                        null,
                        null,
                        null,
                        List.of(
                                Choice.once("1", "Postgres", Effect.CHOOSE),
                                Choice.once("2", "SQLite", Effect.CHOOSE),
                                new Choice("words", "Type your own answer", Effect.CHOOSE, false, true),
                                Choice.once("dismiss", "Dismiss", Effect.DENY))));
    }

    @Test
    void several_answers_to_one_question_are_given_in_the_terminal() throws InterruptedException {
        listening();
        opencode.say("question.asked", question("que_1", ",\"multiple\":true"));
        assertThat(ask().choices())
                .extracting(Choice::effect)
                .containsExactly(Effect.TERMINAL, Effect.TERMINAL, Effect.DENY);
    }

    @Test
    void several_questions_are_answered_in_the_terminal() throws InterruptedException {
        var running = listening();
        opencode.say("question.asked", """
                {"id":"que_1","sessionID":"%s","questions":[{"question":"A?","options":[{"label":"x"}]},\
                {"question":"B?","options":[{"label":"y","description":"why"}]}]}""".formatted(OWN));
        var ask = ask();
        assertThat(ask.title()).isEqualTo("A?");
        assertThat(ask.text()).isEqualTo("B?\ny: why");
        assertThat(ask.choices()).extracting(Choice::effect).containsExactly(Effect.TERMINAL, Effect.DENY);
        assertThat(running.answer("que_1", "several", null)).isEqualTo(Said.NOT_SENT);
    }

    @Test
    void a_question_without_answers_takes_words() throws InterruptedException {
        var running = listening();
        opencode.say("question.asked", """
                {"id":"que_1","sessionID":"%s","questions":[{"question":"Why?","options":[]}]}""".formatted(OWN));
        assertThat(ask().kind()).isEqualTo(Ask.Kind.TEXT);
        assertThat(running.answer("que_1", "words", "so \"it\" is")).isEqualTo(Said.TAKEN);
        assertThat(Waiting.next(opencode.sent))
                .isEqualTo("/question/que_1/reply {\"answers\":[[\"so \\\"it\\\" is\"]]}");
        assertThat(running.answer("que_1", "words", null)).isEqualTo(Said.NOT_SENT);
    }

    @Test
    void an_answer_is_handed_over_and_taken() throws InterruptedException {
        var running = listening();
        opencode.say("permission.asked", permission("per_1", OWN));
        word();
        assertThat(running.answer("per_1", "once", null)).isEqualTo(Said.TAKEN);
        assertThat(Waiting.next(opencode.sent)).isEqualTo("/permission/per_1/reply {\"reply\":\"once\"}");
        opencode.say("permission.replied", "{\"requestID\":\"per_1\",\"reply\":\"once\"}");
        assertThat(word()).isEqualTo("ALLOWED per_1");
        assertThat(running.answer("per_1", "once", null)).isEqualTo(Said.LATE);
        assertThat(opencode.sent).isEmpty();
    }

    @Test
    void words_go_along_with_a_refusal_and_with_nothing_else() throws InterruptedException {
        var running = listening();
        opencode.say("permission.asked", permission("per_1", OWN));
        word();
        assertThat(running.answer("per_1", "reject", "not today")).isEqualTo(Said.TAKEN);
        assertThat(Waiting.next(opencode.sent))
                .isEqualTo("/permission/per_1/reply {\"reply\":\"reject\",\"message\":\"not today\"}");
        assertThat(running.answer("per_1", "always", "words")).isEqualTo(Said.TAKEN);
        assertThat(Waiting.next(opencode.sent)).isEqualTo("/permission/per_1/reply {\"reply\":\"always\"}");
        assertThat(running.answer("per_1", "maybe", null)).isEqualTo(Said.NOT_SENT);
    }

    @Test
    void an_answer_to_a_question_is_its_label() throws InterruptedException {
        var running = listening();
        opencode.say("question.asked", question("que_1", ""));
        word();
        assertThat(running.answer("que_1", "2", null)).isEqualTo(Said.TAKEN);
        assertThat(Waiting.next(opencode.sent)).isEqualTo("/question/que_1/reply {\"answers\":[[\"SQLite\"]]}");
        assertThat(running.answer("que_1", "dismiss", null)).isEqualTo(Said.TAKEN);
        assertThat(Waiting.next(opencode.sent)).isEqualTo("/question/que_1/reject {}");
    }

    @Test
    void who_answers_after_the_terminal_is_late() throws InterruptedException {
        var running = listening();
        opencode.say("permission.asked", permission("per_1", OWN));
        word();
        opencode.status = 404;
        assertThat(running.answer("per_1", "once", null)).isEqualTo(Said.LATE);
    }

    @Test
    void a_page_in_place_of_an_answer_has_taken_nothing() throws InterruptedException {
        var running = listening();
        opencode.say("permission.asked", permission("per_1", OWN));
        word();
        opencode.type = "text/html";
        assertThat(running.answer("per_1", "once", null)).isEqualTo(Said.NOT_SENT);
    }

    @Test
    void what_is_answered_in_the_terminal_is_settled() throws InterruptedException {
        listening();
        opencode.say("permission.asked", permission("per_1", OWN));
        opencode.say("question.asked", question("que_1", ""));
        opencode.say("question.asked", question("que_2", ""));
        opencode.say("permission.replied", "{\"requestID\":\"per_1\",\"reply\":\"reject\"}");
        opencode.say("question.replied", "{\"requestID\":\"que_1\",\"answers\":[[\"SQLite\"]]}");
        opencode.say("question.rejected", "{\"requestID\":\"que_2\"}");
        assertThat(List.of(word(), word(), word(), word(), word(), word()))
                .containsExactlyInAnyOrder(
                        "asks per_1", "asks que_1", "asks que_2", "DENIED per_1", "CHOSEN que_1", "DENIED que_2");
    }

    @Test
    void what_was_asked_before_is_heard_and_repeated_after_each_new_connection() throws InterruptedException {
        opencode.answers.put("/permission", "[" + permission("per_1", OWN) + "]");
        opencode.answers.put("/question", "[" + question("que_1", "") + "]");
        listening();
        assertThat(List.of(word(), word())).containsExactly("asks per_1", "asks que_1");
        opencode.answers.put("/permission", "[]");
        opencode.hangUp();
        assertThat(List.of(word(), word())).containsExactly("lost", "asks que_1");
    }

    @Test
    void one_that_listens_late_is_heard() throws InterruptedException {
        int port = opencode.port();
        opencode.close();
        listen(new OpencodeHandle(port, StandInOpencode.PASSWORD).written(), Optional.of(OWN));
        opencode = open(port);
        opencode.answers.put("/permission", "[" + permission("per_1", OWN) + "]");
        assertThat(word()).isEqualTo("asks per_1");
    }

    @Test
    void with_another_password_nothing_is_heard() {
        listen(new OpencodeHandle(opencode.port(), "another").written(), Optional.of(OWN));
        Waiting.until(() -> opencode.refused.get() > 2);
        assertThat(opencode.listeners).isEmpty();
        assertThat(heard.words).isEmpty();
    }

    @Test
    void another_sessions_questions_are_not_told_and_those_of_its_agents_are() throws InterruptedException {
        opencode.answers.put("/session/" + CHILD, "{\"id\":\"" + CHILD + "\",\"parentID\":\"" + OWN + "\"}");
        opencode.answers.put("/session/" + STRANGER, "{\"id\":\"" + STRANGER + "\"}");
        listening();
        opencode.say("permission.asked", permission("per_1", STRANGER));
        opencode.say("permission.asked", permission("per_2", "ses_unknown"));
        opencode.say("permission.asked", permission("per_3", CHILD));
        assertThat(word()).isEqualTo("asks per_3");
    }

    @Test
    void a_session_without_an_id_yet_hears_all_that_its_program_asks() throws InterruptedException {
        listen(opencode.handle(), Optional.empty());
        Waiting.until(() -> opencode.isHeard());
        opencode.say("permission.asked", permission("per_1", STRANGER));
        assertThat(word()).isEqualTo("asks per_1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"<!doctype html>", "{", "[[[", "[1,2]", "{\"all\":7}", "null"})
    void a_list_that_is_none_breaks_nothing(String list) throws InterruptedException {
        opencode.answers.put("/permission", list);
        listen(opencode.handle(), Optional.of(OWN));
        Waiting.until(() -> opencode.connections.get() > 0);
        opencode.answers.put("/permission", "[" + permission("per_1", OWN) + "]");
        Waiting.until(() -> {
            opencode.say("permission.asked", permission("per_1", OWN));
            return !heard.words.isEmpty();
        });
        assertThat(word()).isIn("asks per_1", "lost");
    }

    @Test
    void a_list_without_end_is_not_taken() throws InterruptedException {
        opencode.answers.put("/permission", "[\"" + "x".repeat(OpencodeApi.LARGEST) + "\"]");
        listen(opencode.handle(), Optional.of(OWN));
        Waiting.until(() -> opencode.connections.get() > 1);
        opencode.answers.put("/permission", "[" + permission("per_1", OWN) + "]");
        assertThat(word()).isEqualTo("asks per_1");
    }

    @Test
    void an_event_that_is_too_long_is_left_out_and_garbage_is_passed_over() throws InterruptedException {
        listening();
        opencode.raw("data: permission." + "x".repeat(OpencodeApi.LONGEST_EVENT) + "\n\n");
        opencode.raw("data: {\"type\":\"permission.asked\"\n: a remark\nnonsense\n\ndata:\n");
        opencode.say("permission.asked", "7");
        opencode.say("permission.asked", permission("../../auth", OWN));
        opencode.say("permission.asked", permission("per_1", "../x"));
        opencode.say("question.asked", "{\"id\":\"que_1\",\"sessionID\":\"" + OWN + "\",\"questions\":[]}");
        opencode.say("permission.replied", "{}");
        opencode.say("permission.asked", permission("per_2", OWN));
        assertThat(word()).isEqualTo("asks per_2");
    }

    @Test
    void after_the_end_nothing_is_heard_and_nobody_listens() {
        var running = (OpencodeLine) listening();
        running.close();
        Waiting.until(running::hasEnded);
        Waiting.until(() -> !opencode.isHeard());
        assertThat(running.answer("per_1", "once", null)).isEqualTo(Said.LATE);
        assertThat(heard.words).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "{}", "nonsense", "{\"port\":0,\"password\":\"x\"}", "{\"port\":80,\"password\":\"a b\"}"})
    void a_handle_that_is_none_gives_a_silent_line(String handle) {
        assertThat(listen(handle, Optional.of(OWN)).answer("per_1", "once", null))
                .isEqualTo(Said.NOT_SENT);
    }

    @Test
    void each_launch_gets_a_port_of_loopback_and_a_password_of_its_own() {
        var first = new OpencodeLines("OPENCODE_").prepare(Path.of("/"));
        var second = new OpencodeLines("OPENCODE_").prepare(Path.of("/"));
        var handle = OpencodeHandle.read(first.handle()).orElseThrow();
        assertThat(first.arguments())
                .containsExactly("--port", String.valueOf(handle.port()), "--hostname", "127.0.0.1");
        assertThat(first.environment())
                .containsEntry("OPENCODE_SERVER_PASSWORD", handle.password())
                .containsEntry("OPENCODE_SERVER_USERNAME", "opencode");
        assertThat(handle.password()).hasSizeGreaterThan(40);
        assertThat(OpencodeHandle.read(second.handle()).orElseThrow().password())
                .isNotEqualTo(handle.password());
        assertThat(handle).hasToString("port " + handle.port());
    }
}
