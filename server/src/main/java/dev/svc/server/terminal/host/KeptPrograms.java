package dev.svc.server.terminal.host;

import dev.svc.shared.control.Liveness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;

/// What dtach keeps in a folder, for those who do not hold it: programs by the names of their slots.
public final class KeptPrograms {
    private static final String KEEPERS = ".pid";

    private final Path folder;

    public KeptPrograms(Path folder) {
        this.folder = folder;
    }

    public Set<String> living() throws IOException {
        if (!Files.isDirectory(folder)) {
            return Set.of();
        }
        try (var files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(KEEPERS))
                    .map(name -> name.substring(0, name.length() - KEEPERS.length()))
                    .filter(this::lives)
                    .collect(Collectors.toSet());
        }
    }

    private boolean lives(String slot) {
        try {
            return DtachProcesses.read(folder.resolve(slot + KEEPERS))
                    .filter(it -> Liveness.isRunning(it.master()) && Liveness.isRunning(it.shell()))
                    .isPresent();
        } catch (IOException unreadable) {
            return false;
        }
    }

    /// Its parent wrote down how it ended; a killed one leaves no such word.
    public boolean endedByItself(String slot) {
        return Files.exists(folder.resolve(slot + ".exit"));
    }
}
