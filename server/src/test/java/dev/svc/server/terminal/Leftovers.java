package dev.svc.server.terminal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// What terminals leave behind that have not ended well: slots, locks, and rings that are still open.
final class Leftovers {
    private Leftovers() {}

    static List<String> of(Path temp) throws IOException {
        return Stream.of(
                        files(temp.resolve("run-a")).filter(name -> name.endsWith(".slot") || name.endsWith(".part")),
                        files(temp.resolve("locks")).filter(name -> !name.equals("guard")),
                        openRings(temp.resolve("rings-a")))
                .flatMap(names -> names)
                .toList();
    }

    private static Stream<String> files(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).toList().stream();
        }
    }

    /// Found in the memory mappings of this process.
    private static Stream<String> openRings(Path folder) throws IOException {
        String within = folder.toRealPath() + "/";
        return Files.readAllLines(Path.of("/proc/self/maps")).stream()
                .filter(line -> line.contains(within))
                .map(line -> line.substring(line.indexOf(within)))
                .distinct();
    }
}
