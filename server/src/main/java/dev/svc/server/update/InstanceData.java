package dev.svc.server.update;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/// What an update asks of the rooms that keep things.
public interface InstanceData {

    /// Copies the journal so that the copy is whole, also while the service writes.
    void copyJournal(Path to) throws IOException;

    /// Why a metadata file does not say exactly what its journal comes to; empty when it does.
    Optional<String> objection(Path journal, Path sidecar);

    /// The programs that live in terminals now, including those that survive without the server.
    Set<String> livingPrograms();

    /// Whether a program that does not live any more came to its own end.
    boolean endedByItself(String program);
}
