package dev.svc.server.handover;

import dev.svc.server.session.SessionId;
import dev.svc.shared.file.AtomicFile;
import dev.svc.shared.file.OwnerOnly;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/// Whole conversations as Markdown, one file a session, readable by the person's own programs and nobody else's. The
/// name is the session's, so that one can be told of a file before it is written.
final class HandedFiles {
    /// A program that reads more than that reads for days.
    static final long MOST_BYTES = 32L << 20;

    /// Who goes on with a session has read what it needs by then.
    static final Duration KEPT = Duration.ofDays(30);

    private static final String CUT = "\n\n(The rest of this conversation is too long for this file.)\n";
    private static final String ENDING = ".md";

    private final Path folder;

    HandedFiles(Path folder) {
        this.folder = folder.toAbsolutePath().normalize();
    }

    @FunctionalInterface
    interface Content {
        void write(Writer out) throws IOException;
    }

    Path file(SessionId session) {
        return folder.resolve(session.engine().key() + "-" + session.nativeId() + ENDING);
    }

    /// Replaces what was written of the session before.
    void write(SessionId session, Content content) throws IOException {
        OwnerOnly.closed(folder);
        AtomicFile.write(file(session), out -> {
            var bounded = new Bounded(out);
            var text = new OutputStreamWriter(bounded, StandardCharsets.UTF_8);
            content.write(text);
            text.flush();
            bounded.end();
            return true;
        });
    }

    /// Files of others, and what is no file, stay.
    void removeOlderThan(Instant time) throws IOException {
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        try (var entries = Files.newDirectoryStream(folder, "*" + ENDING)) {
            for (Path entry : entries) {
                if (Files.isRegularFile(entry, LinkOption.NOFOLLOW_LINKS)
                        && Files.getLastModifiedTime(entry).toInstant().isBefore(time)) {
                    Files.deleteIfExists(entry);
                }
            }
        }
    }

    /// Takes so many bytes, and says at the end that there were more.
    private static final class Bounded extends FilterOutputStream {
        private long left = MOST_BYTES;
        private boolean cut;

        Bounded(OutputStream out) {
            super(out);
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            if (cut || length > left) {
                cut = true;
                return;
            }
            out.write(bytes, from, length);
            left -= length;
        }

        void end() throws IOException {
            if (cut) {
                out.write(CUT.getBytes(StandardCharsets.UTF_8));
            }
        }
    }
}
