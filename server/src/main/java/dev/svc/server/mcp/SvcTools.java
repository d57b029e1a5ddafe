package dev.svc.server.mcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.shared.text.PlainText;
import java.io.IOException;
import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/// The tools, each a few calls of the interface, said so that a model can go on with it.
final class SvcTools {
    /// Of a turn.
    private static final int MOST_NUMBER = Integer.MAX_VALUE - 1;

    private static final String SID = "The session's id, such as engine_1:0b0c6d0e-…, as the other tools give it.";

    private final SvcApi api;

    SvcTools(SvcApi api) {
        this.api = api;
    }

    /// All tools.
    ///
    /// @param drives with those that do something to sessions
    List<Tool> all(boolean drives) {
        var all = new ArrayList<>(List.of(search(), list(), read(), status(), changes(), resume()));
        if (drives) {
            all.addAll(List.of(questions(), answer(), send()));
        }
        return all;
    }

    private Tool search() {
        return new Tool(
                "search_sessions",
                "Searches what was said in all sessions of coding agents on this host: prompts, answers, commands and their"
                        + " output. Use it for questions such as what was decided about something. Words are all"
                        + " required; \"quotes\" make a phrase; role:user, engine:codex, project:name and after:2026-11-01"
                        + " narrow it. Each hit names its session and turn: read more with read_turns.",
                Schemas.arguments()
                        .text("query", "What to search for.", true)
                        .number("limit", "Sessions at most, 1 to 20; 8 if left out.")
                        .made(),
                false,
                arguments -> {
                    var query = "q=%s&limit=%d"
                            .formatted(encoded(arguments.requireText("query")), arguments.number("limit", 1, 20, 8));
                    return TalkText.found(get("/api/search?" + query));
                });
    }

    private Tool list() {
        return new Tool(
                "list_sessions",
                "Lists sessions of coding agents on this host, the last used first: id, program, title, folder, what it"
                        + " does now. Use it to find out what runs, or what was done lately.",
                Schemas.arguments()
                        .number("limit", "Sessions at most, 1 to 100; 20 if left out.")
                        .text("filter", "Words of titles and folders.", false)
                        .text("state", "running: those that run; needs_you: those that wait for a person.", false)
                        .made(),
                false,
                arguments -> {
                    var path = new StringBuilder(
                            "/api/sessions?limit=%d".formatted(arguments.number("limit", 1, 100, 20)));
                    arguments.text("filter").ifPresent(it -> path.append("&q=").append(encoded(it)));
                    switch (arguments.text("state").orElse("")) {
                        case "" -> {}
                        case "running" -> path.append("&live=only");
                        case "needs_you" -> path.append("&needs_you=only");
                        default -> throw new ToolException("state is running or needs_you.");
                    }
                    return TalkText.listed(get(path.toString()));
                });
    }

    private Tool read() {
        return new Tool(
                "read_turns",
                "Reads turns of a session: what the person and the agent said, and which tools were used. Turns are counted"
                        + " from 1, as people see them. Without from and to it reads the last ten.",
                Schemas.arguments()
                        .text("sid", SID, true)
                        .number("from", "The first turn to read.")
                        .number("to", "The last turn to read; at most 50 turns are read at once.")
                        .made(),
                false,
                arguments -> {
                    var base = session(arguments) + "/history?format=json";
                    var from = arguments.number("from", 1, MOST_NUMBER).map(it -> it - 1);
                    var to = arguments.number("to", 1, MOST_NUMBER).map(it -> it - 1);
                    if (from.isEmpty() && to.isEmpty()) {
                        return TalkText.turns(get(base + "&limit=10"), 0);
                    }
                    int last = to.orElseGet(() -> from.orElse(0) + TalkText.MOST_TURNS - 1);
                    int first = Math.max(from.orElseGet(() -> last - 9), 0);
                    if (first > last) {
                        throw new ToolException("from must not be behind to.");
                    }
                    int count = Math.min(last - first + 1, TalkText.MOST_TURNS);
                    return TalkText.turns(get(base + "&limit=%d&before=%d".formatted(count, first + count)), first);
                });
    }

    private Tool status() {
        return new Tool(
                "session_status",
                "Says what a session is: its program, title, folder and model, whether it runs, and what it asks if it"
                        + " waits for a person.",
                Schemas.arguments().text("sid", SID, true).made(),
                false,
                arguments -> TalkText.status(get(session(arguments))));
    }

    private Tool changes() {
        return new Tool(
                "session_changes",
                "Shows which files a session changed, as a diff by its own log, whatever became of the files since.",
                Schemas.arguments().text("sid", SID, true).made(),
                false,
                arguments -> TalkText.changes(get(session(arguments) + "/changes")));
    }

    private Tool resume() {
        return new Tool(
                "resume_command",
                "Says by which command, and in which folder, a session is resumed in a terminal.",
                Schemas.arguments().text("sid", SID, true).made(),
                false,
                arguments -> TalkText.command(get(session(arguments) + "/command")));
    }

    private Tool questions() {
        return new Tool(
                "list_questions",
                "Lists what programs ask a person now, with the choices that each offers. Answer with answer_question.",
                Schemas.arguments().made(),
                false,
                _ -> TalkText.questions(get("/api/questions")));
    }

    private Tool answer() {
        return new Tool(
                "answer_question",
                "Answers what a program asks, exactly as list_questions showed it: where it asks something else by now,"
                        + " nothing is sent. It lets a program run commands: answer only what you were told to.",
                Schemas.arguments()
                        .text("question", "The id of the question.", true)
                        .text("digest", "Its digest, as list_questions shows it.", true)
                        .text("choice", "The key of a choice.", true)
                        .text("text", "Words for a choice that takes them.", false)
                        .made(),
                true,
                arguments -> {
                    var body = object().put("choice", arguments.requireText("choice"))
                            .put("digest", arguments.requireText("digest"));
                    arguments.text("text").ifPresent(it -> body.put("text", it));
                    var id = encoded(arguments.requireText("question"));
                    post(
                            "/api/questions/" + id + "/seen",
                            object().put("digest", body.path("digest").asText()));
                    return TalkText.answered(post("/api/questions/" + id + "/answer", body));
                });
    }

    private Tool send() {
        return new Tool(
                "send_prompt",
                "Types a text into a running session and sends it, once its program is at an empty prompt. Refused where it"
                        + " works, asks something, or somebody has typed something.",
                Schemas.arguments()
                        .text("sid", SID, true)
                        .text("text", "What to say to the agent of that session.", true)
                        .made(),
                true,
                arguments -> {
                    post(session(arguments) + "/send", object().put("text", arguments.requireText("text")));
                    return "Sent.";
                });
    }

    private static String session(Arguments arguments) throws ToolException {
        return "/api/sessions/" + encoded(arguments.requireText("sid"));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, UTF_8).replace("+", "%20");
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    private JsonNode get(String path) throws IOException, ToolException {
        return good(api.call("GET", path, null));
    }

    private JsonNode post(String path, @Nullable JsonNode body) throws IOException, ToolException {
        return good(api.call("POST", path, body));
    }

    /// What svc refuses is a sentence already.
    private static JsonNode good(SvcApi.Reply reply) throws ToolException {
        if (reply.isGood()) {
            return reply.body();
        }
        var sentence = reply.body().path("detail").asText("");
        var shown = StreamSupport.stream(reply.body().path("screen").spliterator(), false)
                .map(line -> PlainText.line(line.asText()))
                .toList();
        if (sentence.isEmpty()) {
            throw new ToolException("svc answered with status %d.".formatted(reply.status()));
        }
        throw new ToolException(
                shown.isEmpty() ? sentence : sentence + "\nIts screen shows:\n" + String.join("\n", shown));
    }
}
