package dev.svc.server.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.svc.server.fleet.broker.BrokerLog;
import dev.svc.server.fleet.copy.CopyLook;
import dev.svc.server.fleet.copy.CopyMark;
import dev.svc.server.fleet.copy.CopyReading;
import dev.svc.server.fleet.copy.OwnJournal;
import dev.svc.server.fleet.envelope.CopyOpening;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// The copies of journals that the broker has, for commands.
///
/// @param self this host
public record HostCopies(FleetFolder folder, Membership self, BrokerLog log) {

    /// A host that a name or an id may mean.
    private record Known(String id, String name, String state) {
        boolean isMeant(String host) {
            return name.equals(host) || id.equals(host);
        }

        String shown() {
            return "%s (%s, %s)".formatted(id, name, state);
        }
    }

    private List<Known> known() {
        var all = new ArrayList<Known>();
        for (var member : self.charter().members()) {
            all.add(new Known(member.id(), member.name(), "in the fleet"));
        }
        for (var former : self.charter().former()) {
            all.add(new Known(
                    former.member().id(),
                    former.member().name(),
                    "taken out " + former.ended().toString().substring(0, "2026-11-28".length())));
        }
        return all;
    }

    /// Reads the copy of another host, one that is in the fleet or was.
    ///
    /// @param host its name; its id where several had that name
    public HostCopy of(String host) throws IOException, FleetException {
        var meant = known().stream().filter(it -> it.isMeant(host)).toList();
        var others = meant.stream().filter(it -> !it.id().equals(self.id())).toList();
        if (meant.isEmpty()) {
            throw new FleetException(
                    "No host called %s is or was in this fleet; there are copies of: %s.".formatted(host, copied()));
        }
        if (others.isEmpty()) {
            throw new FleetException(
                    "%s is this host: to bring back what its own journal lacks, stop svc and run".formatted(host)
                            + "  svc fleet resolve");
        }
        var names = log.names();
        var there = others.stream().filter(it -> names.contains(it.id())).toList();
        if (there.isEmpty()) {
            throw new FleetException(
                    "The broker has no copy of the journal of %s; there are copies of: %s.".formatted(host, copied()));
        }
        if (there.size() > 1) {
            throw new FleetException("Several hosts were called %s: say which by its id, one of %s."
                    .formatted(host, there.stream().map(Known::shown).collect(Collectors.joining(", "))));
        }
        return read(there.getFirst().id(), there.getFirst().name());
    }

    private String copied() throws IOException {
        var names = log.names();
        var found = known().stream()
                .filter(it -> names.contains(it.id()) && !it.id().equals(self.id()))
                .map(Known::name)
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
        return found.isEmpty() ? "none" : found;
    }

    /// How the copy of this host's journal stands to its journal.
    public CopyLook look(OwnJournal journal) throws IOException {
        return CopyLook.at(log, new CopyOpening(self.charter()), self.id(), journal);
    }

    /// Reads the copy of this host's own journal.
    public HostCopy ofSelf() throws IOException {
        return read(self.id(), self.name());
    }

    /// Notes for the service that the journal has all that the broker has.
    ///
    /// @param upTo the last entry that the broker had when that was true
    public void settle(CopyMark upTo) throws IOException {
        folder.settle(upTo);
    }

    private HostCopy read(String id, String name) throws IOException {
        var file = folder.temporary();
        try {
            var out = Files.newBufferedWriter(file, UTF_8);
            CopyReading reading;
            try (out) {
                reading = new CopyReading(new CopyOpening(self.charter()), id, line -> {
                    out.write(line);
                    out.write('\n');
                });
                log.read(id, reading);
            }
            long dropped = reading.refused().values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
            return new HostCopy(
                    name, file, reading.taken(), reading.missing(), dropped, reading.unread(), reading.at());
        } catch (IOException | RuntimeException failed) {
            Files.deleteIfExists(file);
            throw failed;
        }
    }
}
