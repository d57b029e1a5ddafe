package dev.svc.server.vault;

import dev.svc.server.engine.Originals;
import dev.svc.server.engine.move.FolderMap;
import dev.svc.server.engine.move.Moving;
import dev.svc.server.engine.move.Moving.Content;
import dev.svc.server.engine.move.UnmovableException;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import dev.svc.server.vault.copy.KeptFile;
import dev.svc.server.vault.copy.SessionCopy;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.NoSuchFileException;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What the copies of one program's sessions hold once they are fitted to folders that lie elsewhere. Used by one
/// restore.
final class MovedCopies {
    private final Vault vault;
    private final Originals originals;
    private final FolderMap folders;

    /// Those being asked for: a damaged log may say that it continues itself.
    private final Set<SessionId> asked = new HashSet<>();

    MovedCopies(Vault vault, Originals originals, FolderMap folders) {
        this.vault = vault;
        this.originals = originals;
        this.folders = folders;
    }

    /// One copy as it is to be restored.
    ///
    /// @param moving null where everything stays as it was
    record Moved(SessionCopy copy, @Nullable Moving moving) {
        /// @throws UnmovableException when the file cannot be fitted
        String name(KeptFile file) throws IOException {
            return moving == null ? file.name() : moving.name(file.name());
        }

        Content content(KeptFile file) {
            Content kept = out -> copy.copy(file, out);
            return moving == null ? kept : out -> moving.write(file.name(), kept, out);
        }
    }

    /// @throws UnmovableException when the session cannot be fitted
    Moved of(SessionId id, SessionCopy copy) throws IOException {
        var cwd =
                FactsNote.parse(id, copy.state().note()).map(SessionFacts::cwd).orElse("");
        var moving = originals.moving(cwd, folders, (other, to) -> copyLog(new SessionId(id.engine(), other), to));
        return new Moved(copy, moving.orElse(null));
    }

    private boolean copyLog(SessionId id, OutputStream to) throws IOException {
        if (vault.find(id).isEmpty() || !asked.add(id)) {
            return false;
        }
        try (var copy = vault.read(id)) {
            var log = copy.state().files().values().stream()
                    .filter(file -> file.until() == null)
                    .findFirst();
            if (log.isEmpty() || !copy.verify().isEmpty()) {
                return false;
            }
            var moved = of(id, copy);
            moved.name(log.get());
            moved.content(log.get()).to(to);
            return true;
        } catch (NoSuchFileException forgotten) {
            return false;
        } finally {
            asked.remove(id);
        }
    }
}
