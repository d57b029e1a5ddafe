package dev.svc.server.cli;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Function;

/// Whether names of files are what people take them for: the JVM reads them as the locale says.
final class FileNames {
    private static final String SAMPLE = "caf\u00e9";

    private FileNames() {}

    /// Why some cannot be used, and what to do; empty where all can.
    ///
    /// @param use makes a path of a name, or refuses it
    static Optional<String> objection(Function<String, Path> use) {
        try {
            var _ = use.apply(SAMPLE);
            return Optional.empty();
        } catch (InvalidPathException refused) {
            return Optional.of("Names that are not ASCII cannot be used, because the locale is not one of UTF-8:"
                    + " set LANG to one that is, such as LANG=C.UTF-8, and start svc again.");
        }
    }
}
