package dev.svc.server.journal;

import dev.svc.server.journal.check.Inspection;
import dev.svc.server.journal.check.Rewriting;
import dev.svc.server.journal.check.Verdict;
import dev.svc.server.journal.record.EventReader;
import dev.svc.server.journal.record.Layout;
import dev.svc.server.journal.record.Upcasters;
import dev.svc.shared.file.OwnerOnly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;

/// Repairs a damaged journal: every intact entry goes into a new one, a mark stands for the lost ones, and the damaged
/// files are kept aside.
public final class JournalRepair {
    private JournalRepair() {}

    /// What a repair did.
    ///
    /// @param found the sentence that says what was wrong
    /// @param kept where the damaged files are now
    public record Repaired(String found, Path kept) {}

    /// Empty when the journal is sound; nothing is changed then.
    ///
    /// @throws JournalBusyException when the service runs
    public static Optional<Repaired> run(Path folder, Clock clock) throws IOException {
        if (!Files.isDirectory(folder)) {
            throw new IOException("there is no journal in " + folder + ": nothing was ever changed there");
        }
        OwnerOnly.closed(folder);
        try (var _ = JournalLock.acquire(folder.resolve("lock"))) {
            var layout = Layout.in(folder);
            layout.close();
            Rewriting.settle(layout);
            var reader = new EventReader(Upcasters.NONE);
            var findings = Inspection.of(layout, reader);
            if (findings.isSound()) {
                return Optional.empty();
            }
            var verdict = Verdict.on(layout, findings, reader);
            var kept =
                    Rewriting.repair(layout, verdict.records(), verdict.head().seq(), reader, clock);
            return Optional.of(new Repaired(verdict.sentence(), kept));
        }
    }
}
