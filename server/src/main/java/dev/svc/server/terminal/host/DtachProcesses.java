package dev.svc.server.terminal.host;

import dev.svc.shared.control.Liveness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/// The processes of one dtach session, as its launcher wrote them down: the master, and the shell that is the program's
/// parent.
record DtachProcesses(ProcessHandle master, ProcessHandle shell, boolean started) {
    private static final Pattern WRITTEN = Pattern.compile("(\\d+) (\\d+)\n(go\n)?");

    /// Empty while the file is incomplete, and when one of the two is gone. A zombie master is gone; a zombie shell is
    /// not, because its master may still hold output.
    static Optional<DtachProcesses> read(Path file) throws IOException {
        String text;
        try {
            text = Files.readString(file);
        } catch (NoSuchFileException notYet) {
            return Optional.empty();
        }
        var written = WRITTEN.matcher(text);
        if (!written.matches()) {
            return Optional.empty();
        }
        var master = ProcessHandle.of(Long.parseLong(written.group(1))).filter(Liveness::isRunning);
        var shell = ProcessHandle.of(Long.parseLong(written.group(2)));
        boolean started = written.group(3) != null;
        return master.flatMap(m -> shell.map(s -> new DtachProcesses(m, s, started)));
    }
}
