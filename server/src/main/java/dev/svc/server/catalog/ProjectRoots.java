package dev.svc.server.catalog;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The folders that SVC_PROJECT_ROOTS names, looked at each time: one may be made or mounted while the service runs.
///
/// @param named as they were set
public record ProjectRoots(List<Path> named) {
    public ProjectRoots {
        named = List.copyOf(named);
    }

    /// Those in which a folder can be made now.
    public List<Path> usable() {
        return named.stream().filter(ProjectRoots::isUsable).toList();
    }

    /// A sentence for each of the others.
    public List<String> objections() {
        return named.stream()
                .filter(root -> !isUsable(root))
                .map(ProjectRoots::objection)
                .toList();
    }

    private static boolean isUsable(Path root) {
        return Files.isDirectory(root) && Files.isWritable(root);
    }

    private static String objection(Path root) {
        if (Files.isDirectory(root)) {
            return "SVC_PROJECT_ROOTS names %s, which cannot be written to: no folder is made there.".formatted(root);
        }
        return Files.exists(root)
                ? "SVC_PROJECT_ROOTS names %s, which is no folder: name another.".formatted(root)
                : "SVC_PROJECT_ROOTS names %s, which is not there: make it, or name another.".formatted(root);
    }
}
