package dev.svc.server.http.term;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.server.http.gate.Json;
import dev.svc.server.terminal.Hello;
import dev.svc.server.terminal.Output.Adopted;
import dev.svc.server.terminal.Output.Ended;
import dev.svc.server.terminal.Output.Lagged;
import dev.svc.server.terminal.Output.Resized;
import dev.svc.server.terminal.Output.Role;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// The JSON controls of the terminal socket, both ways.
final class TermControls {
    private static final char REPLACED = '\ufffd';

    private TermControls() {}

    static JsonNode hello(Hello hello) {
        var node = control("hello")
                .put("sid", hello.session().toString())
                .put("role", word(hello.writer()))
                .put("holder", hello.holder())
                .put("cols", hello.size().cols())
                .put("rows", hello.size().rows())
                .put("fixed", hello.fixed())
                .put("start", hello.start())
                .put("end", hello.end())
                .put("reset", hello.reset())
                .put("modes", hello.modes())
                .put("backend", hello.backend());
        var gaps = node.putArray("gaps");
        hello.gaps().forEach(gaps::add);
        return withTurns(node, hello.turns());
    }

    static JsonNode live() {
        return control("live");
    }

    static JsonNode role(Role role) {
        return control("role").put("role", word(role.writer())).put("holder", role.holder());
    }

    static JsonNode size(Resized resized) {
        return control("size")
                .put("cols", resized.size().cols())
                .put("rows", resized.size().rows())
                .put("fixed", resized.fixed());
    }

    static JsonNode adopted(Adopted adopted) {
        return control("adopted").put("sid", adopted.session().toString());
    }

    static JsonNode lag(Lagged lagged) {
        return withTurns(control("lag").put("start", lagged.start()).put("modes", lagged.modes()), lagged.turns());
    }

    /// Null where nobody knows how many turns are older than what follows.
    private static ObjectNode withTurns(ObjectNode node, OptionalLong turns) {
        return turns.isPresent() ? node.put("turns", turns.getAsLong()) : node.putNull("turns");
    }

    static JsonNode exit(Ended ended) {
        return control("exit")
                .put("code", ended.exit().code())
                .put("signal", ended.exit().signal());
    }

    static JsonNode pong(long n) {
        return control("pong").put("n", n);
    }

    /// What a client says.
    sealed interface Said {
        record Resize(int cols, int rows) implements Said {}

        record Ack(long offset) implements Said {}

        record Takeover() implements Said {}

        record Ping(long n) implements Said {}
    }

    /// Null for anything that is not one of the controls, which a text that was no UTF-8 is not either.
    static @Nullable Said read(String text) {
        if (text.indexOf(REPLACED) >= 0) {
            return null;
        }
        try {
            var node = Json.shared().readTree(text);
            return node == null ? null : said(node);
        } catch (JsonProcessingException broken) {
            return null;
        }
    }

    private static @Nullable Said said(JsonNode node) {
        return switch (node.path("t").asText()) {
            case "resize" ->
                node.path("cols").isInt() && node.path("rows").isInt()
                        ? new Said.Resize(
                                node.path("cols").intValue(), node.path("rows").intValue())
                        : null;
            case "ack" ->
                isWhole(node.path("offset")) ? new Said.Ack(node.path("offset").longValue()) : null;
            case "takeover" -> new Said.Takeover();
            case "ping" ->
                isWhole(node.path("n")) ? new Said.Ping(node.path("n").longValue()) : null;
            default -> null;
        };
    }

    private static boolean isWhole(JsonNode number) {
        return number.isIntegralNumber() && number.canConvertToLong();
    }

    private static ObjectNode control(String type) {
        return Json.shared().createObjectNode().put("t", type);
    }

    private static String word(boolean writer) {
        return writer ? "writer" : "viewer";
    }
}
