package dev.svc.server.engine.claudecode.ask;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.shared.text.PlainText;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/// What the program suggests to allow from then on. Only what a line can say in full is offered; the rest is chosen in
/// the terminal.
final class Suggestion {
    private static final int MOST = 5;
    private static final int LONGEST = 200;

    private Suggestion() {}

    static Optional<String> label(JsonNode suggestion) {
        return scope(suggestion)
                .flatMap(scope -> what(suggestion).map(what -> "Allow " + what + " " + scope))
                .filter(it -> it.length() <= LONGEST && PlainText.isLine(it));
    }

    private static Optional<String> what(JsonNode suggestion) {
        return switch (suggestion.path("type").asText("")) {
            case "addRules" ->
                suggestion.path("behavior").asText("").equals("allow")
                        ? list(suggestion.path("rules"), Suggestion::rule)
                        : Optional.empty();
            case "addDirectories" ->
                list(suggestion.path("directories"), it -> Optional.of(it.asText("")))
                        .map(it -> "the use of " + it);
            case "setMode" ->
                suggestion.path("mode").asText("").equals("acceptEdits")
                        ? Optional.of("all changes of files")
                        : Optional.empty();
            default -> Optional.empty();
        };
    }

    private static Optional<String> scope(JsonNode suggestion) {
        return switch (suggestion.path("destination").asText("")) {
            case "session" -> Optional.of("in this session");
            case "localSettings" -> Optional.of("in this folder from now on");
            case "projectSettings" -> Optional.of("for everybody in this folder from now on");
            case "userSettings" -> Optional.of("everywhere from now on");
            default -> Optional.empty();
        };
    }

    private static Optional<String> rule(JsonNode rule) {
        var tool = rule.path("toolName").asText("");
        var content = rule.path("ruleContent").asText("");
        return tool.isEmpty() ? Optional.empty() : Optional.of(content.isEmpty() ? tool : tool + "(" + content + ")");
    }

    private interface Word {
        Optional<String> of(JsonNode node);
    }

    /// Empty where one of them is not understood, or they are too many to be read.
    private static Optional<String> list(JsonNode all, Word word) {
        var words = StreamSupport.stream(all.spliterator(), false)
                .limit(MOST + 1L)
                .map(word::of)
                .toList();
        boolean whole = !words.isEmpty()
                && words.size() <= MOST
                && words.stream()
                        .allMatch(it -> it.filter(text -> !text.isBlank()).isPresent());
        return whole
                ? Optional.of(words.stream().flatMap(Optional::stream).collect(Collectors.joining(", ")))
                : Optional.empty();
    }
}
