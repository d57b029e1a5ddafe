package dev.svc.server.engine.outside;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A process of this person that lives.
///
/// @param start as the system counts it: number and start together name one process, for numbers are used again
/// @param parent the number of the process above it
/// @param argv its words; a program may have overwritten them
/// @param folder its working folder; null where that cannot be seen
/// @param environment only the variables that say in which terminal it runs
/// @param terminal what its input is, such as `/dev/pts/5`; null where that is no terminal, or one that is gone
public record LivingProcess(
        long pid,
        String start,
        long parent,
        Instant startedAt,
        List<String> argv,
        @Nullable Path folder,
        Map<String, String> environment,
        @Nullable Path terminal) {
    private static final Set<String> INTERPRETERS = Set.of("node", "bun", "deno");

    public LivingProcess {
        argv = List.copyOf(argv);
        environment = Map.copyOf(environment);
    }

    /// Whether these words start the command of that name, with the interpreter of a script before it or without.
    public static boolean isCommand(List<String> argv, String name) {
        if (argv.isEmpty()) {
            return false;
        }
        return isNamed(argv.getFirst(), name)
                || (INTERPRETERS.contains(lastName(argv.getFirst())) && isNamed(script(argv), name));
    }

    private static String script(List<String> argv) {
        return argv.stream()
                .skip(1)
                .filter(word -> !word.startsWith("-"))
                .findFirst()
                .orElse("");
    }

    private static boolean isNamed(String word, String name) {
        var last = lastName(word);
        return last.equals(name) || last.equals(name + ".js") || last.equals(name + ".mjs");
    }

    private static String lastName(String word) {
        return word.substring(word.lastIndexOf('/') + 1);
    }

    /// The word behind one of these, also as `--word=value`; null where there is none.
    public @Nullable String valueOf(String... options) {
        for (int i = 0; i < argv.size(); i++) {
            var word = argv.get(i);
            for (var option : options) {
                if (word.equals(option) && i + 1 < argv.size()) {
                    return argv.get(i + 1);
                }
                if (option.startsWith("--") && word.startsWith(option + "=")) {
                    return word.substring(option.length() + 1);
                }
            }
        }
        return null;
    }
}
