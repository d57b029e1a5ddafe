package dev.svc.server.engine.codex.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.engine.ask.AskLine;
import dev.svc.server.engine.ask.AskLine.Said;
import dev.svc.server.engine.ask.HeardWords;
import dev.svc.server.session.Ask;
import dev.svc.server.session.Ask.Choice;
import dev.svc.server.session.Ask.Effect;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CodexLineTest {
    private static final String OWN = "01a1fdd2-b861-7ef1-9543-eff083a8adfb";
    private static final String OTHER = "01a1fdd3-29da-7063-b74c-4fcfccd88cdc";
    private static final CodexLine.Times TIMES =
            new CodexLine.Times(Duration.ofMillis(1), Duration.ofMillis(20), Waiting.PATIENCE);
    private static final String DECISIONS = """
            ["accept",{"acceptWithExecpolicyAmendment":{"execpolicy_amendment":["touch","a b"]}},"cancel"]""";

    @TempDir
    Path folder;

    private final HeardWords heard = new HeardWords();
    private Optional<AskLine> line = Optional.empty();
    private Optional<StandInDaemon> daemon = Optional.empty();

    @AfterEach
    void end() throws IOException {
        line.ifPresent(AskLine::close);
        if (daemon.isPresent()) {
            daemon.get().close();
        }
    }

    private StandInDaemon daemon() throws IOException {
        var answers = Map.of("thread/read", thread(OWN, "idle"), "thread/resume", thread(OWN, "idle"));
        var made = new StandInDaemon(folder.toRealPath(), 900, answers);
        daemon = Optional.of(made);
        return made;
    }

    private static String thread(String id, String status) {
        return "{\"thread\":{\"id\":\"" + id + "\",\"status\":{\"type\":\"" + status + "\"}}}";
    }

    private AskLine open(Optional<String> session) throws IOException {
        var way = new CodexLines(folder.toRealPath(), TIMES);
        var made = way.open(way.prepare(folder).handle(), session, 1, heard);
        line = Optional.of(made);
        return made;
    }

    /// Once it has joined.
    private AskLine joined(StandInDaemon with) throws IOException, InterruptedException {
        var made = open(Optional.of(OWN));
        awaitJoined(with);
        return made;
    }

    private static void awaitJoined(StandInDaemon with) throws InterruptedException {
        while (!Waiting.next(with.asked).equals("thread/resume")) {
            Thread.onSpinWait();
        }
    }

    private static String asks(String method, int id, String session, String more) {
        return """
                {"method":"%s","id":%d,"params":{"threadId":"%s","turnId":"t","itemId":"call_1",%s}}""".formatted(method, id, session, more);
    }

    private static String command(int id, String session, String command, String decisions) {
        return asks("item/commandExecution/requestApproval", id, session, """
                "kind":"command","reason":"May I?","environmentId":"local","command":"%s","cwd":"/home/dana/code",\
                "availableDecisions":%s""".formatted(command, decisions));
    }

    private static String command(int id) {
        return command(id, OWN, "/bin/bash -lc 'touch a; echo b'", DECISIONS);
    }

    private static String resolved(int id) {
        return "{\"method\":\"serverRequest/resolved\",\"params\":{\"threadId\":\"" + OWN + "\",\"requestId\":" + id
                + "}}";
    }

    private String word() throws InterruptedException {
        return Waiting.next(heard.words);
    }

    private Ask ask() throws InterruptedException {
        return Waiting.next(heard.asks);
    }

    @Test
    void a_question_about_a_command_is_heard_with_all_that_it_says() throws Exception {
        var with = daemon();
        joined(with);
        with.say(command(0));
        assertThat(word()).isEqualTo("asks call_1/0");
        assertThat(ask())
                .isEqualTo(new Ask(
                        Ask.Kind.PERMISSION,
                        "command",
                        "Run a command",
                        "May I?",
                        "touch a; echo b",
                        null,
                        "/home/dana/code",
                        List.of(
                                Choice.once("1", "Allow once", Effect.ALLOW),
                                new Choice(
                                        "2",
                                        "Allow commands that begin with: touch \"a b\"",
                                        Effect.ALLOW,
                                        true,
                                        false),
                                Choice.once("3", "Deny and end the turn", Effect.DENY))));
    }

    @ParameterizedTest
    @CsvSource({
        "/bin/bash -lc 'git status', git status",
        "bash -lc ls, ls",
        "/bin/zsh -c 'a && b', a && b",
        "/tmp/bash -lc 'git status', /tmp/bash -lc 'git status'",
        "/bin/bash -lc 'a' 'b', /bin/bash -lc 'a' 'b'",
        "bash -lc ls x, bash -lc ls x",
        "touch a, touch a",
    })
    void a_command_is_shown_without_the_shell_that_it_is_given_to_whole(String said, String shown) throws Exception {
        var with = daemon();
        joined(with);
        with.say(command(0, OWN, said, DECISIONS));
        assertThat(ask().command()).isEqualTo(shown);
    }

    @Test
    void what_a_decision_would_mean_is_not_guessed() throws Exception {
        var with = daemon();
        var running = joined(with);
        with.say(command(0, OWN, "ls", """
                ["acceptForSession",{"applyNetworkPolicyAmendment":{"x":1}},"decline","maybe"]"""));
        assertThat(ask().choices())
                .containsExactly(
                        new Choice("1", "Allow this command until the session ends", Effect.ALLOW, true, false),
                        new Choice("2", "applyNetworkPolicyAmendment", Effect.TERMINAL, true, false),
                        Choice.once("3", "Deny; the turn goes on", Effect.DENY),
                        new Choice("4", "maybe", Effect.TERMINAL, true, false));
        assertThat(running.answer("call_1/0", "2", null)).isEqualTo(Said.NOT_SENT);
        assertThat(running.answer("call_1/0", "9", null)).isEqualTo(Said.NOT_SENT);
    }

    @Test
    void an_answer_is_the_daemons_own_word_for_it_and_is_settled_by_the_daemon() throws Exception {
        var with = daemon();
        var running = joined(with);
        with.say(command(7));
        word();
        assertThat(running.answer("call_1/7", "2", null)).isEqualTo(Said.SENT);
        assertThat(Waiting.next(with.replies)).isEqualTo("""
                {"id":7,"result":{"decision":{"acceptWithExecpolicyAmendment":\
                {"execpolicy_amendment":["touch","a b"]}}}}""");
        with.say(resolved(7));
        assertThat(word()).isEqualTo("UNKNOWN call_1/7");
        assertThat(running.answer("call_1/7", "1", null)).isEqualTo(Said.LATE);
        assertThat(with.replies).isEmpty();
    }

    @Test
    void a_daemon_that_has_gone_is_sent_nothing() throws Exception {
        var with = daemon();
        var running = joined(with);
        with.say(command(7));
        word();
        with.close();
        assertThat(Waiting.next(with.gone)).isEqualTo("gone");
        assertThat(running.answer("call_1/7", "1", null)).isIn(Said.NOT_SENT, Said.LATE);
        assertThat(word()).isEqualTo("lost");
        assertThat(running.answer("call_1/7", "1", null)).isEqualTo(Said.LATE);
    }

    @Test
    void a_number_that_comes_again_is_another_question() throws Exception {
        var with = daemon();
        var running = joined(with);
        with.say(command(7));
        assertThat(word()).isEqualTo("asks call_1/7");
        with.say(command(7).replace("call_1", "call_2"));
        assertThat(word()).isEqualTo("UNKNOWN call_1/7");
        assertThat(word()).isEqualTo("asks call_2/7");
        assertThat(running.answer("call_1/7", "1", null)).isEqualTo(Said.LATE);
        assertThat(with.replies).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\\u202eb", "a\\u009bb"})
    void a_lasting_choice_that_would_not_be_seen_as_it_is_is_made_in_the_terminal(String word) throws Exception {
        var with = daemon();
        joined(with);
        with.say(command(0, OWN, "ls", DECISIONS.replace("a b", word)));
        assertThat(ask().choices().get(1))
                .isEqualTo(new Choice("2", "acceptWithExecpolicyAmendment", Effect.TERMINAL, true, false));
    }

    @Test
    void the_words_of_a_lasting_choice_cannot_be_mistaken() throws Exception {
        var with = daemon();
        joined(with);
        with.say(command(0, OWN, "ls", DECISIONS.replace("a b", "a\\\" \\\"b")));
        assertThat(ask().choices().get(1).label()).isEqualTo("Allow commands that begin with: touch \"a\\\" \\\"b\"");
    }

    @Test
    void a_change_of_files_is_heard_with_what_was_said_of_it_before() throws Exception {
        var with = daemon();
        var running = joined(with);
        with.say("""
                {"method":"item/started","params":{"threadId":"%s","item":{"type":"fileChange","id":"call_1",\
                "changes":[{"path":"/a.txt","kind":{"type":"add"},"diff":"old"}]}}}""".formatted(OWN));
        with.say("""
                {"method":"item/fileChange/patchUpdated","params":{"threadId":"%s","itemId":"call_1","changes":[\
                {"path":"/a.txt","kind":{"type":"add"},"diff":"new"},\
                {"path":"/b.txt","kind":{"type":"update","move_path":"/c.txt"},"diff":"@@\\n+x\\n"}]}}""".formatted(OWN));
        with.say(asks("item/fileChange/requestApproval", 1, OWN, "\"reason\":null"));
        var ask = ask();
        assertThat(ask.title()).isEqualTo("Change 2 files");
        assertThat(ask.diff()).isEqualTo("add /a.txt\nnew\nupdate /b.txt → /c.txt\n@@\n+x\n");
        assertThat(running.answer("call_1/1", "decline", null)).isEqualTo(Said.SENT);
        assertThat(Waiting.next(with.replies)).isEqualTo("{\"id\":1,\"result\":{\"decision\":\"decline\"}}");
    }

    @Test
    void a_question_of_the_model_is_answered_with_its_label() throws Exception {
        var with = daemon();
        var running = joined(with);
        with.say(asks("item/tool/requestUserInput", 1, OWN, """
                "questions":[{"id":"storage","question":"Which storage?","isOther":true,"isSecret":false,\
                "options":[{"label":"Postgres","description":"big"},{"label":"SQLite","description":""}]}]"""));
        var ask = ask();
        assertThat(ask.title()).isEqualTo("Which storage?");
        assertThat(ask.text()).isEqualTo("Postgres: big");
        assertThat(ask.choices())
                .extracting(Choice::effect)
                .containsExactly(Effect.CHOOSE, Effect.CHOOSE, Effect.TERMINAL);
        assertThat(running.answer("call_1/1", "2", null)).isEqualTo(Said.SENT);
        assertThat(Waiting.next(with.replies))
                .isEqualTo("{\"id\":1,\"result\":{\"answers\":{\"storage\":{\"answers\":[\"SQLite\"]}}}}");
        assertThat(running.answer("call_1/1", "other", null)).isEqualTo(Said.NOT_SENT);
    }

    @Test
    void what_says_more_than_can_be_shown_is_left_to_the_screen() throws Exception {
        var with = daemon();
        joined(with);
        with.say(command(0, OTHER, "ls", DECISIONS));
        with.say(command(1).replace("\"kind\":\"command\"", "\"kind\":\"stdin\""));
        with.say(command(2).replace("\"reason\":", "\"networkApprovalContext\":{\"host\":\"x\"},\"reason\":"));
        with.say(command(3).replace("\"reason\":", "\"additionalPermissions\":{\"x\":1},\"reason\":"));
        with.say(command(4, OWN, "ls", "[]"));
        with.say(command(5, OWN, "ls", "null"));
        with.say(asks("item/fileChange/requestApproval", 6, OWN, "\"reason\":\"unseen\""));
        with.say(asks("item/permissions/requestApproval", 7, OWN, "\"reason\":\"x\""));
        with.say(asks("item/tool/requestUserInput", 8, OWN, "\"questions\":[{\"id\":\"a\",\"question\":\"?\"}]"));
        with.say(asks("item/tool/requestUserInput", 9, OWN, """
                "questions":[{"id":"a","question":"?","isSecret":true,"options":[{"label":"x"}]}]"""));
        with.say(asks("item/tool/requestUserInput", 9, OWN, """
                "questions":[{"id":"a","question":"?","options":[{"label":"x\\u202e"}]}]"""));
        with.say(command(9).replace("/home/dana", "/home/\\u202edana"));
        with.raw(longText(command(9, OWN, "x".repeat(CodexDialog.LONGEST), DECISIONS)));
        with.say("{\"method\":\"item/commandExecution/requestApproval\",\"id\":{},\"params\":{\"threadId\":\"" + OWN
                + "\"}}");
        with.say(command(10));
        assertThat(word()).isEqualTo("asks call_1/10");
    }

    @Test
    void a_session_that_the_daemon_has_not_loaded_is_not_joined() throws Exception {
        var with = daemon();
        with.answers.put("thread/read", thread(OWN, "notLoaded"));
        open(Optional.of(OWN));
        Waiting.until(() -> with.asked.stream().filter("thread/read"::equals).count() > 2);
        assertThat(with.asked).doesNotContain("thread/resume");
        with.answers.put("thread/read", thread(OWN, "active"));
        awaitJoined(with);
        with.say(command(0));
        assertThat(word()).isEqualTo("asks call_1/0");
    }

    @Test
    void after_a_new_connection_the_daemon_asks_again() throws Exception {
        var with = daemon();
        joined(with);
        with.say(command(0));
        assertThat(word()).isEqualTo("asks call_1/0");
        with.hangUp();
        assertThat(word()).isEqualTo("lost");
        awaitJoined(with);
        with.say(command(0));
        assertThat(word()).isEqualTo("asks call_1/0");
    }

    @Test
    void a_daemon_that_comes_later_is_heard() throws Exception {
        open(Optional.of(OWN));
        var with = daemon();
        awaitJoined(with);
        with.say(command(0));
        assertThat(word()).isEqualTo("asks call_1/0");
    }

    @Test
    void a_session_that_is_closed_is_joined_again_once_it_is_loaded() throws Exception {
        var with = daemon();
        joined(with);
        with.say("{\"method\":\"thread/closed\",\"params\":{\"threadId\":\"" + OWN + "\"}}");
        assertThat(word()).isEqualTo("lost");
        awaitJoined(with);
    }

    @ParameterizedTest
    @ValueSource(strings = {"nonsense", "[]", "7"})
    void garbage_ends_one_connection_and_nothing_else(String garbage) throws Exception {
        var with = daemon();
        joined(with);
        with.say(garbage);
        assertThat(word()).isEqualTo("lost");
        awaitJoined(with);
    }

    @Test
    void frames_that_no_daemon_sends_end_one_connection_and_nothing_else() throws Exception {
        var with = daemon();
        joined(with);
        for (var frame : List.of(
                ByteBuffer.allocate(10)
                        .put((byte) 0x81)
                        .put((byte) 127)
                        .putLong(CodexCalls.LARGEST + 1)
                        .flip(),
                ByteBuffer.wrap(new byte[] {(byte) 0xf1, 0}),
                ByteBuffer.wrap(new byte[] {(byte) 0x81, (byte) 0x80, 0, 0, 0, 0}),
                ByteBuffer.wrap(new byte[] {(byte) 0x80, 0}))) {
            with.raw(frame);
            assertThat(word()).isEqualTo("lost");
            awaitJoined(with);
        }
    }

    @Test
    void a_text_in_parts_with_a_ping_between_is_heard() throws Exception {
        var with = daemon();
        joined(with);
        var text = command(0).getBytes(StandardCharsets.UTF_8);
        with.raw(frame(0x01, text, 0, 100));
        with.raw(frame(0x89, new byte[] {'p'}, 0, 1));
        with.raw(frame(0x00, text, 100, 100));
        with.raw(frame(0x80, text, 200, text.length - 200));
        assertThat(word()).isEqualTo("asks call_1/0");
    }

    private static ByteBuffer frame(int kind, byte[] text, int from, int length) {
        return ByteBuffer.allocate(length + 4)
                .put((byte) kind)
                .put((byte) 126)
                .putShort((short) length)
                .put(text, from, length)
                .flip();
    }

    private static ByteBuffer longText(String text) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(bytes.length + 10)
                .put((byte) 0x81)
                .put((byte) 127)
                .putLong(bytes.length)
                .put(bytes)
                .flip();
    }

    @Test
    void without_an_id_nobody_is_asked() throws Exception {
        var with = daemon();
        assertThat(open(Optional.empty()).answer("call_1/0", "1", null)).isEqualTo(Said.NOT_SENT);
        assertThat(with.asked).isEmpty();
    }

    @Test
    void after_the_end_nothing_is_heard_and_nobody_listens() throws Exception {
        var with = daemon();
        var running = (CodexLine) joined(with);
        running.close();
        Waiting.until(running::hasEnded);
        assertThat(Waiting.next(with.gone)).isEqualTo("gone");
        assertThat(running.answer("call_1/0", "1", null)).isEqualTo(Said.LATE);
        assertThat(heard.words).isEmpty();
    }

    @Test
    void a_launch_is_given_nothing() throws IOException {
        var prepared = new CodexLines(folder).prepare(folder);
        assertThat(prepared.arguments()).isEmpty();
        assertThat(prepared.environment()).isEmpty();
        assertThat(prepared.handle()).isEqualTo(folder.toString());
    }
}
