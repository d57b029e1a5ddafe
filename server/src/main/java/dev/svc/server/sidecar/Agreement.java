package dev.svc.server.sidecar;

import dev.svc.server.metadata.Journal.Head;
import dev.svc.server.metadata.fold.Organisation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/// Checks that a metadata file equals the state of the journal.
public final class Agreement {
    private Agreement() {}

    /// The sentence about the difference, if any.
    ///
    /// @param head the journal's last entry
    /// @param replayed what the journal comes to there
    public static Optional<String> objection(Path file, Head head, Organisation replayed) {
        try {
            var content = new SidecarFile(file).read();
            if (!content.at().equals(head)) {
                return Optional.of("%s stands at entry %d, the journal at %d"
                        .formatted(file.getFileName(), content.at().seq(), head.seq()));
            }
            return content.organisation().holdsTheSameAs(replayed)
                    ? Optional.empty()
                    : Optional.of(file.getFileName() + " holds something else than the journal comes to");
        } catch (IOException missingOrBroken) {
            return Optional.of("%s cannot be read: %s".formatted(file.getFileName(), missingOrBroken.getMessage()));
        }
    }
}
