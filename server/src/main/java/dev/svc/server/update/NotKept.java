package dev.svc.server.update;

import dev.svc.shared.file.AtomicFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What updates did not keep, and why, by commit: for people who are offered it again, and for the installer, which
/// reads
/// the same lines.
final class NotKept {
    private static final int MOST = 20;
    private static final DateTimeFormatter WHEN = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm");

    private final Path file;
    private final Clock clock;

    NotKept(Path file, Clock clock) {
        this.file = file;
        this.clock = clock;
    }

    /// Keeps the newest only; an update does not fail for a note that cannot be written.
    void note(String commit, String version, String why, UpdateLog log) {
        var lines = new ArrayList<>(lines());
        lines.removeIf(line -> line.startsWith(commit + "\t"));
        lines.add(String.join(
                "\t",
                commit,
                version,
                clock.instant().toString(),
                why.replace('\t', ' ').replace('\n', ' ')));
        write(lines.subList(Math.max(0, lines.size() - MOST), lines.size()), log);
    }

    /// What was kept after all.
    void forget(String commit, UpdateLog log) {
        var lines = new ArrayList<>(lines());
        if (lines.removeIf(line -> line.startsWith(commit + "\t"))) {
            write(lines, log);
        }
    }

    /// When and why it was not kept, as a sentence.
    Optional<String> find(String commit) {
        return lines().stream()
                .map(line -> line.split("\t", 4))
                .filter(fields -> fields.length == 4 && fields[0].equals(commit))
                .findFirst()
                .map(fields -> "%s: %s".formatted(when(fields[2]), fields[3]));
    }

    private String when(String written) {
        try {
            return WHEN.format(Instant.parse(written).atZone(ZoneId.systemDefault()));
        } catch (DateTimeParseException otherwise) {
            return "Once";
        }
    }

    private List<String> lines() {
        try {
            return Files.readAllLines(file);
        } catch (IOException none) {
            return List.of();
        }
    }

    private void write(List<String> lines, UpdateLog log) {
        try {
            AtomicFile.write(file, (String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException full) {
            log.say("%s cannot be written (%s)".formatted(file, full.getMessage()));
        }
    }
}
