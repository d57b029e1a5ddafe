package dev.svc.server.engine.move;

import java.io.IOException;
import java.io.OutputStream;

/// Fits the originals of one session to folders that lie elsewhere.
public interface Moving {

    /// The name of an original as its program looks for it now.
    ///
    /// @throws UnmovableException when this one cannot be fitted
    String name(String original) throws IOException;

    /// Writes an original with the folders as they are here.
    ///
    /// @param original the name that it had
    /// @throws UnmovableException when this one cannot be fitted
    void write(String original, Content content, OutputStream to) throws IOException;

    /// The bytes of an original as its program wrote them.
    @FunctionalInterface
    interface Content {
        void to(OutputStream out) throws IOException;
    }

    /// The logs of other sessions that come back beside this one.
    @FunctionalInterface
    interface OtherLogs {
        /// Writes the log as it will lie in the store.
        ///
        /// @return false when it does not come back
        boolean copy(String nativeId, OutputStream to) throws IOException;
    }
}
