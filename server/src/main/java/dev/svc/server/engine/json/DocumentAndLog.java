package dev.svc.server.engine.json;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.engine.file.ReadMark;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The two files of one session: a document that is read as a whole, and a log that grows. Owned by one
/// reading.
///
/// Where the log lies in its place, so does the document beside or above it: one look at the way there
/// suffices.
public final class DocumentAndLog {
    private static final int AT_ONCE = 64 << 10;

    private final Path document;
    private final @Nullable Path log;
    private final boolean isInPlace;

    /// What takes the lines of a log.
    public interface Log extends Consumer<JsonLine> {
        /// Where to go on in the log; 0 where it is read from its start.
        long resume(FileChannel channel) throws IOException;

        /// It has been read up to there.
        void end(ReadMark mark);
    }

    private DocumentAndLog(Path document, @Nullable Path log) {
        this.document = document;
        this.log = log;
        this.isInPlace = log != null && isInPlace(log);
    }

    /// Finds the two among the files of a session by the end of their paths; the document has to be there.
    ///
    /// @param session how the session is called, for people
    public static DocumentAndLog of(String session, List<FileStamp> files, String document, String log)
            throws NoSuchFileException {
        return new DocumentAndLog(
                find(files, document).orElseThrow(() -> new NoSuchFileException(session)),
                find(files, log).orElse(null));
    }

    private static Optional<Path> find(List<FileStamp> files, String name) {
        return files.stream()
                .map(FileStamp::path)
                .filter(path -> path.endsWith(name))
                .findFirst();
    }

    private static boolean isInPlace(Path file) {
        try {
            return StoreFile.isInPlace(file);
        } catch (IOException goneOrClosed) {
            return false;
        }
    }

    /// What the document says; empty where it cannot be read.
    public Optional<JsonNode> document() throws IOException {
        try (var channel = isInPlace ? JsonLines.open(document) : StoreFile.open(document)) {
            byte[] bytes = StoreFile.head(channel);
            return JsonLines.parse(bytes, 0, bytes.length);
        } catch (NoSuchFileException gone) {
            throw gone;
        } catch (FileSystemException closed) {
            return Optional.empty();
        }
    }

    /// Shows the lines at the beginning of the log, until `visitor` has enough; false where there is a log
    /// that cannot be read.
    public boolean glance(long reach, int atOnce, JsonLines.Visitor visitor) throws IOException {
        return withLog(channel -> JsonLines.read(channel, 0, reach, atOnce, visitor));
    }

    /// Reads the log on to its end; false where there is one that cannot be read.
    public boolean read(Log taker) throws IOException {
        return withLog(channel -> {
            long from = taker.resume(channel);
            long end = from;
            if (channel.size() > from) {
                int atOnce = (int) Math.min(channel.size() - from + 1, AT_ONCE);
                end = JsonLines.read(channel, from, Long.MAX_VALUE, atOnce, line -> {
                    taker.accept(line);
                    return true;
                });
            }
            taker.end(ReadMark.at(channel, end));
        });
    }

    private interface Reading {
        void of(FileChannel channel) throws IOException;
    }

    private boolean withLog(Reading reading) throws IOException {
        if (log == null || !isInPlace) {
            return log == null;
        }
        try (var channel = JsonLines.open(log)) {
            reading.of(channel);
            return true;
        } catch (FileSystemException goneOrClosed) {
            return false;
        }
    }
}
