package dev.svc.server.sidecar;

import dev.svc.server.metadata.Journal;
import dev.svc.server.metadata.Journal.Head;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.metadata.event.Actor;
import dev.svc.server.metadata.event.Hash;
import dev.svc.server.metadata.event.MetadataEvent.JournalRepaired;
import dev.svc.server.metadata.fold.Organisation;
import java.io.IOException;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/// Decides at a start what to do with the file it finds. The journal is the truth, but nothing that only the file knows
/// is ever dropped.
final class Reconciliation {
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss-SSS").withZone(ZoneOffset.UTC);

    private final SidecarFile file;
    private final Metadata metadata;
    private final Journal journal;
    private final String stamp;

    private Reconciliation(SidecarFile file, Metadata metadata, Clock clock) {
        this.file = file;
        this.metadata = metadata;
        this.journal = metadata.journal();
        this.stamp = STAMP.format(clock.instant());
    }

    /// The sentence to show people, if any.
    static Optional<String> run(SidecarFile file, Metadata metadata, Clock clock) throws IOException {
        return new Reconciliation(file, metadata, clock).run();
    }

    private Optional<String> run() throws IOException {
        if (!file.exists()) {
            return Optional.empty();
        }
        try {
            return taken(file.read());
        } catch (IOException broken) {
            return broken(broken);
        }
    }

    /// An earlier generation may be newer than a journal that was lost; then it replaces the file's word.
    private Optional<String> broken(IOException broken) throws IOException {
        var aside = file.keepAside("broken", stamp);
        var earlier = file.earlier();
        if (earlier.isPresent() && !isInJournal(earlier.get().at())) {
            taken(earlier.get());
        }
        return Optional.of("the metadata file could not be read (" + broken.getMessage()
                + ") and was written again; the unreadable one is kept as " + aside.getFileName());
    }

    private Optional<String> taken(SidecarFile.Content content) throws IOException {
        if (content.isLegacy()) {
            bringIn(Organisation.EMPTY, content.organisation());
            return Optional.empty();
        }
        if (isInJournal(content.at())) {
            bringIn(journal.asOf(content.at().seq()), content.organisation());
            return Optional.empty();
        }
        return stranger(content);
    }

    /// From a history that the journal does not have: newer than it, repaired since, or from elsewhere.
    private Optional<String> stranger(SidecarFile.Content content) throws IOException {
        var aside = file.keepAside("kept", stamp);
        long head = journal.head().seq();
        if (content.at().seq() > head) {
            bringIn(metadata.organisation(), content.organisation());
            return Optional.of(
                    "the metadata file knew changes up to " + content.at().seq() + ", the journal only up to "
                            + head + ": what it knew was brought in; the file is kept as " + aside.getFileName()
                            + ". Was an older journal put in place?");
        }
        if (wasRepaired()) {
            bringIn(journal.asOf(content.at().seq()), content.organisation());
            return Optional.of(
                    "the journal was repaired: what only the metadata file still knew was brought in; the file is kept as "
                            + aside.getFileName());
        }
        return Optional.of(
                "the metadata file is of another history than the journal and was written again; it is kept as "
                        + aside.getFileName());
    }

    private void bringIn(Organisation base, Organisation wanted) {
        if (!base.holdsTheSameAs(wanted)) {
            metadata.importDifference(base, wanted, Actor.SYSTEM);
        }
    }

    private boolean isInJournal(Head at) {
        if (at.seq() == 0) {
            return at.equals(Head.NONE);
        }
        var found = new Hash[1];
        journal.read(at.seq() - 1, link -> {
            found[0] = link.hash();
            return false;
        });
        return at.seq() <= journal.head().seq() && at.hash().equals(found[0]);
    }

    private boolean wasRepaired() {
        var repaired = new boolean[1];
        journal.read(0, link -> {
            repaired[0] = link.entry().event() instanceof JournalRepaired;
            return !repaired[0];
        });
        return repaired[0];
    }
}
