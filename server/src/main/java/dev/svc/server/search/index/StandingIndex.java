package dev.svc.server.search.index;

import dev.svc.server.session.SessionId;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexNotFoundException;
import org.apache.lucene.search.IndexSearcher;

/// The index as it was last made durable, beside the process that writes it or without one. It takes no lock and
/// changes nothing; what it has opened stays readable when the writer removes it.
public final class StandingIndex implements TurnFinder.View, AutoCloseable {
    private final IndexFolder folder;
    private final DirectoryReader reader;

    private StandingIndex(IndexFolder folder, DirectoryReader reader) {
        this.folder = folder;
        this.reader = reader;
    }

    /// Opens it; empty where there is none.
    ///
    /// @throws IOException with a sentence for people when it cannot be read
    public static Optional<StandingIndex> open(Path path) throws IOException {
        var folder = new IndexFolder(path);
        try {
            return folder.standing().map(reader -> new StandingIndex(folder, reader));
        } catch (IndexNotFoundException none) {
            return Optional.empty();
        } catch (IOException | RuntimeException | InternalError unreadable) {
            throw unusable(folder, unreadable);
        }
    }

    /// What the store said of each session when it was taken to its end.
    public Map<SessionId, Long> stamps() throws IOException {
        return look(MarkLookup::stamps);
    }

    /// What it takes on the disk.
    public long bytes() {
        return folder.bytes();
    }

    @Override
    public <T> T look(TurnFinder.Look<T> look) throws IOException {
        try {
            return look.at(new IndexSearcher(reader));
        } catch (IOException | InternalError damaged) {
            throw unusable(folder, damaged);
        }
    }

    private static IOException unusable(IndexFolder folder, Throwable wrong) {
        return new IOException(folder.objection(wrong), wrong);
    }

    @Override
    public void close() throws IOException {
        var directory = reader.directory();
        try {
            reader.close();
        } finally {
            directory.close();
        }
    }
}
