package dev.svc.server.journal.check;

import dev.svc.server.journal.record.EventReader;
import dev.svc.server.journal.record.Layout;
import dev.svc.server.metadata.Journal.Head;
import dev.svc.server.metadata.event.Hash;
import java.io.IOException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// What a damaged journal still has, and what it lost.
///
/// @param head the last entry that is left, or the last acknowledged one if that is further on
public record Verdict(List<Damage> damage, SalvagedRecords records, List<SalvagedRecords.Gap> lost, Head head) {

    public static Verdict on(Layout layout, Inspection.Findings findings, EventReader reader) throws IOException {
        var records = SalvagedRecords.in(layout);
        long known = findings.checkpoint().files().stream()
                .mapToLong(rest -> rest.last().seq())
                .max()
                .orElse(0);
        long last = Math.max(Math.max(records.last(), findings.head().seq()), known);
        var hash = last == findings.head().seq() ? findings.head().hash() : Hash.NONE;
        return new Verdict(findings.damage(), records, records.gaps(last, reader), new Head(last, hash));
    }

    public String sentence() {
        var found = damage.stream().map(Damage::sentence);
        var gaps =
                lost.isEmpty() ? Stream.of("no entry is lost") : lost.stream().map(Object::toString);
        return "the journal is damaged: " + Stream.concat(found, gaps).collect(Collectors.joining("; "));
    }
}
