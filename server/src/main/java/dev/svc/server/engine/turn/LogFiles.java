package dev.svc.server.engine.turn;

import dev.svc.server.engine.json.StoreFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/// Opens the files of logs, for programs that do not keep all of them as lines.
@FunctionalInterface
public interface LogFiles {
    /// Files that are read as they are.
    LogFiles PLAIN = file -> new Plain(StoreFile.open(file));

    /// The lines of a log while it is read, at any place of it.
    interface Opened extends Closeable {
        FileChannel lines();
    }

    /// Opens a regular file that lies where its name says.
    Opened open(Path file) throws IOException;

    /// A file that is open for one reading.
    record Plain(FileChannel lines) implements Opened {
        @Override
        public void close() throws IOException {
            lines.close();
        }
    }
}
