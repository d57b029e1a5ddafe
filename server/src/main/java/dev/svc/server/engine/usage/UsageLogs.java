package dev.svc.server.engine.usage;

import java.io.IOException;

/// Reads what the sessions of a program used.
///
/// The same call may be told more than once, always under the same key: what was read before may be read again without
/// harm, and a log that was rewritten takes nothing back, because what was used was used.
@FunctionalInterface
public interface UsageLogs {

    /// Reads what was added since the mark.
    ///
    /// @param mark what the reading before returned; empty for all of it. One that does not fit costs time alone
    /// @return where the next reading begins
    /// @throws java.nio.file.NoSuchFileException when the store has no such session
    String read(String nativeId, String mark, UsageSink sink) throws IOException;
}
