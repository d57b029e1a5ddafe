package dev.svc.server.engine.codex.daemon;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.svc.server.session.Ask;
import dev.svc.server.session.Ask.Effect;
import dev.svc.shared.text.PlainText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Whether a command may be run.
///
/// @param decisions that the daemon takes, in its order
record CommandDialog(
        JsonNode id,
        String item,
        String command,
        @Nullable String text,
        @Nullable String folder,
        List<JsonNode> decisions)
        implements CodexDialog {
    private static final int MOST = 10;
    private static final int LONGEST_LABEL = 300;
    private static final String PREFIX = "acceptWithExecpolicyAmendment";

    /// A shell around a command that it gets as one plain word: the word is the command.
    private static final Pattern SHELL =
            Pattern.compile("(?:/bin/|/usr/bin/)?(?:bash|zsh|sh) -l?c (?:'([^']+)'|([A-Za-z0-9_./-]+))");

    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:=@%+,-]+");

    static Optional<CommandDialog> read(JsonNode id, JsonNode request) {
        var command = CodexDialog.text(request.path("command"));
        var decisions = new ArrayList<JsonNode>();
        request.path("availableDecisions").forEach(decisions::add);
        boolean isPlain = request.path("kind").asText("command").equals("command")
                && isAbsent(request.path("networkApprovalContext"))
                && isAbsent(request.path("additionalPermissions"));
        var folder = CodexDialog.text(request.path("cwd"));
        boolean isWhole =
                !decisions.isEmpty() && decisions.size() <= MOST && (folder == null || PlainText.isLine(folder));
        return command != null && isPlain && isWhole
                ? Optional.of(new CommandDialog(
                        id, request.path("itemId").asText(), command, text(request), folder, List.copyOf(decisions)))
                : Optional.empty();
    }

    private static boolean isAbsent(JsonNode value) {
        return value.isMissingNode() || value.isNull();
    }

    @Override
    public Ask ask() {
        var shell = SHELL.matcher(command);
        var shown = !shell.matches() ? command : shell.group(1) == null ? shell.group(2) : shell.group(1);
        return new Ask(Ask.Kind.PERMISSION, "command", "Run a command", text, shown, null, folder, choices());
    }

    private static @Nullable String text(JsonNode request) {
        var lines = new ArrayList<String>();
        var reason = CodexDialog.text(request.path("reason"));
        if (reason != null) {
            lines.add(reason);
        }
        var environment = CodexDialog.text(request.path("environmentId"));
        if (environment != null && !environment.equals("local")) {
            lines.add("Environment: " + environment);
        }
        return lines.isEmpty() ? null : String.join("\n", lines);
    }

    private List<Ask.Choice> choices() {
        var choices = new ArrayList<Ask.Choice>();
        for (int i = 0; i < decisions.size(); i++) {
            choices.add(choice(String.valueOf(i + 1), decisions.get(i)));
        }
        return choices;
    }

    private static Ask.Choice choice(String key, JsonNode decision) {
        return switch (decision.asText()) {
            case "accept" -> Ask.Choice.once(key, "Allow once", Effect.ALLOW);
            case "acceptForSession" ->
                new Ask.Choice(key, "Allow this command until the session ends", Effect.ALLOW, true, false);
            case "decline" -> Ask.Choice.once(key, "Deny; the turn goes on", Effect.DENY);
            case "cancel" -> Ask.Choice.once(key, "Deny and end the turn", Effect.DENY);
            default ->
                prefix(decision)
                        .map(it ->
                                new Ask.Choice(key, "Allow commands that begin with: " + it, Effect.ALLOW, true, false))
                        .orElseGet(() -> new Ask.Choice(key, name(decision), Effect.TERMINAL, true, false));
        };
    }

    /// The words that allowed commands begin with; empty where it is about something else, or a line cannot say it.
    private static Optional<String> prefix(JsonNode decision) {
        var words = decision.path(PREFIX).path("execpolicy_amendment");
        var shown = new ArrayList<String>();
        for (var word : words) {
            if (!word.isTextual()) {
                return Optional.empty();
            }
            shown.add(PLAIN.matcher(word.asText()).matches() ? word.asText() : word.toString());
        }
        var prefix = String.join(" ", shown);
        boolean isWhole = words.isArray() && decision.size() == 1 && !prefix.isEmpty();
        return isWhole && prefix.length() <= LONGEST_LABEL && PlainText.isLine(prefix)
                ? Optional.of(prefix)
                : Optional.empty();
    }

    private static String name(JsonNode decision) {
        var name = decision.isObject() && !decision.isEmpty()
                ? decision.fieldNames().next()
                : decision.asText();
        return name.length() <= LONGEST_LABEL && !name.isBlank() ? name : "Something else";
    }

    @Override
    public JsonNode result(String choice) {
        var chosen = ask().choice(choice)
                .filter(it -> it.effect() != Effect.TERMINAL)
                .orElseThrow(() -> new IllegalArgumentException("no such choice"));
        var result = JsonNodeFactory.instance.objectNode();
        result.set("decision", decisions.get(Integer.parseInt(chosen.key()) - 1));
        return result;
    }
}
