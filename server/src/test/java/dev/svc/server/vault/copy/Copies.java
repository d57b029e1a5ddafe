package dev.svc.server.vault.copy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.TreeMap;

/// A copy in a folder of a test's own, with files taken into it as they change.
final class Copies {
    static final String LOG = "projects/a/log.jsonl";

    private final Path folder;
    private final Sealing sealing;

    Copies(Path folder) {
        this(folder, Sealing.NONE);
    }

    Copies(Path folder, Sealing sealing) {
        this.folder = folder;
        this.sealing = sealing;
    }

    Path file() {
        return folder.resolve("session.copy");
    }

    SessionCopy read() throws IOException {
        return SessionCopy.read(file(), sealing);
    }

    /// Takes that content in.
    KeptFile take(String name, byte[] content, Cutting.Style style, long stamp) throws Exception {
        var source = folder.resolve("source");
        Files.write(source, content);
        try (var copy = SessionCopy.write(file(), sealing);
                var channel = FileChannel.open(source)) {
            var state = copy.state();
            var before = state.files().get(name);
            var file = new Cutting(copy, () -> {}).take(channel, name, stamp, before, style);
            var files = new TreeMap<>(state.files());
            files.put(name, file);
            copy.keep(new CopyState(stamp, Instant.ofEpochMilli(stamp), "note " + stamp, files, List.of()));
            return file;
        }
    }

    KeptFile take(String content, long stamp) throws Exception {
        return take(LOG, content.getBytes(StandardCharsets.UTF_8), Cutting.Style.GROWING, stamp);
    }

    static byte[] content(SessionCopy copy, String name) throws IOException {
        var out = new ByteArrayOutputStream();
        copy.copy(copy.state().file(name).orElseThrow(), out);
        return out.toByteArray();
    }

    String log() throws IOException {
        try (var copy = read()) {
            return new String(content(copy, LOG), StandardCharsets.UTF_8);
        }
    }
}
