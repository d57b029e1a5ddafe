package dev.svc.server.cli.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.server.cli.CommandException;
import dev.svc.server.cli.Console;
import dev.svc.server.cli.ExitCode;
import dev.svc.shared.client.ApiClient;
import dev.svc.shared.client.JsonTree;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.OwnCommand;
import dev.svc.shared.text.PlainText;
import java.io.IOException;
import java.net.URLEncoder;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What commands share that the running service carries out: a request, and its refusal as a sentence.
final class Verb {
    private final Supplier<Config> config;
    private final Console console;
    private @Nullable ApiClient api;

    Verb(Supplier<Config> config, Console console) {
        this.config = config;
        this.console = console;
    }

    Console console() {
        return console;
    }

    Config config() {
        return config.get();
    }

    static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, UTF_8).replace("+", "%20");
    }

    static String session(String sid) {
        return "/api/sessions/" + encoded(sid);
    }

    JsonNode get(String path) {
        return good(call("GET", path, null));
    }

    JsonNode post(String path, JsonNode body) {
        return good(call("POST", path, body));
    }

    JsonNode patch(String path, JsonNode body) {
        return good(call("PATCH", path, body));
    }

    /// Whatever the answer is.
    ApiClient.Reply call(String method, String path, @Nullable JsonNode body) {
        try {
            return api().call(method, path, body);
        } catch (IOException gone) {
            throw new CommandException(
                    ExitCode.FAILED,
                    "The service stopped answering: look whether it runs with  " + OwnCommand.line("health") + ".");
        }
    }

    /// Where this host's browser finds the service.
    String origin() {
        return api().origin();
    }

    private ApiClient api() {
        var known = api;
        if (known == null) {
            known = LocalApi.of(config.get());
            api = known;
        }
        return known;
    }

    static JsonNode good(ApiClient.Reply reply) {
        if (reply.status() < 200 || reply.status() >= 300) {
            throw refused(reply);
        }
        return reply.body();
    }

    static CommandException refused(ApiClient.Reply reply) {
        var sentence =
                new StringBuilder(PlainText.line(reply.body().path("detail").asText("")));
        if (sentence.isEmpty()) {
            sentence.append("The service answered with status ")
                    .append(reply.status())
                    .append('.');
        }
        if (!reply.body().path("screen").isEmpty()) {
            sentence.append(" Its screen shows:");
            reply.body().path("screen").forEach(line -> sentence.append("\n  ").append(PlainText.line(line.asText())));
        }
        return new CommandException(
                reply.status() == 404 ? ExitCode.NOTHING_FOUND : ExitCode.FAILED, sentence.toString());
    }

    /// Prints what was answered, or a sentence.
    void say(boolean asJson, JsonNode answer, String sentence) {
        console.out().println(asJson ? JsonTree.text(answer) : sentence);
        console.out().flush();
    }
}
