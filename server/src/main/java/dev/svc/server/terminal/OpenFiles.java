package dev.svc.server.terminal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/// The files that a process and its descendants hold open, where the system tells (Linux); else none.
final class OpenFiles {
    private OpenFiles() {}

    static Stream<String> ofTree(long pid) {
        return ProcessHandle.of(pid).stream()
                .flatMap(leader -> Stream.concat(Stream.of(leader), leader.descendants()))
                .flatMap(process -> of(process.pid()));
    }

    private static Stream<String> of(long pid) {
        try (var links = Files.list(Path.of("/proc/" + pid + "/fd"))) {
            return links.map(OpenFiles::target).toList().stream();
        } catch (IOException | java.io.UncheckedIOException goneOrElsewhere) {
            return Stream.empty();
        }
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException closed) {
            return "";
        }
    }
}
