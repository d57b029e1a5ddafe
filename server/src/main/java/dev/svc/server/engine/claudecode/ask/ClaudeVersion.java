package dev.svc.server.engine.claudecode.ask;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The version of an installed program, from where it lies: starting it to ask would cost every launch half a second.
record ClaudeVersion(int major, int minor, int patch) implements Comparable<ClaudeVersion> {
    private static final Pattern NUMBERS = Pattern.compile("(\\d{1,6})\\.(\\d{1,6})\\.(\\d{1,6})");
    /// Of the package, and with more behind it of those for one system each.
    private static final String NAME = "@anthropic-ai/claude-code";

    private static final Path PACKAGE = Path.of("node_modules", "@anthropic-ai", "claude-code");
    private static final int PARENTS = 4;
    private static final long MOST = 64 << 10;

    /// Empty where neither its name nor a package around it says so.
    static Optional<ClaudeVersion> of(Path binary) {
        try {
            var real = binary.toRealPath();
            return parse(real.getFileName().toString())
                    .or(() -> around(real)
                            .map(ClaudeVersion::ofPackage)
                            .flatMap(Optional::stream)
                            .findFirst());
        } catch (IOException gone) {
            return Optional.empty();
        }
    }

    /// The folders in which its package may lie, the nearest first.
    private static Stream<Path> around(Path binary) {
        var folders = new ArrayList<Path>();
        var folder = binary.getParent();
        for (int i = 0; i < PARENTS && folder != null; i++) {
            folders.add(folder);
            folders.add(folder.resolve(PACKAGE));
            folder = folder.getParent();
        }
        return List.copyOf(folders).stream();
    }

    private static Optional<ClaudeVersion> ofPackage(Path folder) {
        var file = folder.resolve("package.json");
        try {
            if (!Files.isRegularFile(file) || Files.size(file) > MOST) {
                return Optional.empty();
            }
            var described = new ObjectMapper().readTree(file.toFile());
            return described.path("name").asText("").startsWith(NAME)
                    ? parse(described.path("version").asText(""))
                    : Optional.empty();
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    static Optional<ClaudeVersion> parse(String text) {
        var numbers = NUMBERS.matcher(text);
        return numbers.matches()
                ? Optional.of(new ClaudeVersion(
                        Integer.parseInt(numbers.group(1)),
                        Integer.parseInt(numbers.group(2)),
                        Integer.parseInt(numbers.group(3))))
                : Optional.empty();
    }

    @Override
    public int compareTo(ClaudeVersion other) {
        int byMajor = Integer.compare(major, other.major);
        int byMinor = byMajor == 0 ? Integer.compare(minor, other.minor) : byMajor;
        return byMinor == 0 ? Integer.compare(patch, other.patch) : byMinor;
    }
}
