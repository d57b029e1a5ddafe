package dev.svc.server.http.gate;

import dev.svc.server.engine.Engines;
import dev.svc.server.session.EngineKey;
import io.helidon.common.uri.UriQuery;
import io.helidon.webserver.http.ServerRequest;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// The validated query of a request: an invalid value is a 400 that names the parameter and what it takes.
public final class Parameters {
    private final UriQuery query;

    public Parameters(ServerRequest request) {
        this.query = request.query();
    }

    public Optional<String> find(String name) {
        return query.contains(name) ? query.first(name).asOptional() : Optional.empty();
    }

    /// Every value of a parameter that may be given several times.
    public List<String> all(String name) {
        return query.contains(name) ? query.all(name) : List.of();
    }

    public int number(String name, int least, int most, int otherwise) {
        return find(name).map(text -> number(name, text, least, most)).orElse(otherwise);
    }

    private static int number(String name, String text, int least, int most) {
        try {
            int value = Integer.parseInt(text);
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException none) {
            throw Problem.badRequest("%s takes a number from %d to %d.".formatted(name, least, most));
        }
        throw Problem.badRequest("%s takes a number from %d to %d.".formatted(name, least, most));
    }

    /// One of some words; the first is what holds when the parameter is not there.
    public <T> T choice(String name, Map<String, T> words, T otherwise) {
        var text = find(name);
        if (text.isEmpty()) {
            return otherwise;
        }
        var chosen = words.get(text.get());
        if (chosen == null) {
            throw Problem.badRequest("%s takes one of: %s.".formatted(name, sorted(words.keySet())));
        }
        return chosen;
    }

    /// `1` is yes; `0` and nothing at all are no.
    public boolean flag(String name) {
        return choice(name, Map.of("0", false, "1", true), false);
    }

    /// Keys or aliases, separated by commas; none when the parameter is not there.
    public Set<EngineKey> engines(String name, Engines known) {
        var engines = new HashSet<EngineKey>();
        find(name).ifPresent(text -> {
            for (var word : text.split(",", -1)) {
                engines.add(engine(name, word.strip(), known));
            }
        });
        return engines;
    }

    /// Some of these words, separated by commas; none when the parameter is not there.
    public Set<String> words(String name, Set<String> known) {
        var words = find(name).stream()
                .flatMap(text -> Arrays.stream(text.split(",", -1)))
                .map(String::strip)
                .collect(Collectors.toSet());
        if (!known.containsAll(words)) {
            throw Problem.badRequest(
                    "%s takes one or more of these, separated by commas: %s.".formatted(name, sorted(known)));
        }
        return words;
    }

    public static EngineKey engine(String name, String word, Engines known) {
        return known.named(word)
                .orElseThrow(() ->
                        Problem.badRequest("%s takes engine keys or aliases: %s.".formatted(name, known.names())));
    }

    public static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private static String sorted(Set<String> words) {
        return words.stream().sorted().collect(Collectors.joining(", "));
    }
}
