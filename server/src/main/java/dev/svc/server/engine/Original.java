package dev.svc.server.engine;

import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.engine.usage.LoggedUsage;

/// One of the files that hold a session.
///
/// @param name where it lies in the store: the name of a tree and the path below it, with `/`; the same on every host
/// @param stamp of the file
public record Original(String name, FileStamp stamp, Kind kind) {

    /// The same for those who only read what was used.
    public LoggedUsage.Log usageLog() {
        return new LoggedUsage.Log(name, stamp, kind == Kind.LOG);
    }

    /// How the program writes it.
    public enum Kind {
        /// It appends to it. Where the file is replaced by another, what the former one said would be lost.
        LOG,
        /// It writes it as a whole, and what it says now is all that counts.
        DOCUMENT,
        /// Rows of a database, one a line, which change in places. Where there is less than before, something said was
        /// removed.
        ROWS
    }
}
