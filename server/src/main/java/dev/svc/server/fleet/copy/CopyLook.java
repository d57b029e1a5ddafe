package dev.svc.server.fleet.copy;

import dev.svc.server.fleet.broker.BrokerLog;
import dev.svc.server.fleet.broker.LogEnd;
import dev.svc.server.fleet.broker.LoggedMessage;
import dev.svc.server.fleet.envelope.CopyOpening;
import dev.svc.server.fleet.envelope.DropReason;
import dev.svc.server.fleet.envelope.RefusedException;
import dev.svc.server.fleet.wire.MalformedException;
import java.io.IOException;
import java.util.Optional;

/// What the broker has of this host's journal, held against the journal: it alone says from where copying goes on, so
/// that nothing about it has to be remembered.
public sealed interface CopyLook {
    /// Copying goes on here.
    ///
    /// @param mark the last entry that the broker has
    /// @param count how many messages that took
    /// @param place the end of the log
    record Fits(CopyMark mark, long count, long place) implements CopyLook {}

    /// The broker has entries that the journal lacks: it was put back from a backup, or repaired, or another machine
    /// forwards as this host.
    ///
    /// @param mark the last entry that the broker has
    record Beyond(CopyMark mark) implements CopyLook {}

    /// What is there is of no use to anybody, and all of it is in the journal.
    record Useless() implements CopyLook {}

    /// A later release has written it, which this one does not read.
    record Later() implements CopyLook {}

    /// Where copies of a host are put, as it is sealed along.
    static String place(String host) {
        return "journal." + host;
    }

    /// Looks at the end of the log of this host, and at all of it where something strange stands there.
    ///
    /// @param host the id of this host
    static CopyLook at(BrokerLog log, CopyOpening opening, String host, OwnJournal journal) throws IOException {
        var end = log.end(host);
        var last = end.last();
        if (last == null) {
            return new Fits(CopyMark.NONE, 0, 0);
        }
        var newest = newest(opening, host, last);
        if (newest.isPresent()) {
            return held(newest.get().until(), newest.get().count(), end, journal);
        }
        var whole = new CopyReading(opening, host, _ -> {});
        log.read(host, whole);
        if (whole.refused().containsKey(DropReason.OTHER_FORM)) {
            return new Later();
        }
        return whole.mark().entry() == 0 ? new Useless() : held(whole.mark(), whole.count(), end, journal);
    }

    private static CopyLook held(CopyMark mark, long count, LogEnd end, OwnJournal journal) {
        if (!journal.hash(mark.entry()).equals(Optional.of(mark.hash()))) {
            return new Beyond(mark);
        }
        return count > end.count() ? new Useless() : new Fits(mark, count, end.place());
    }

    private static Optional<CopyMessage> newest(CopyOpening opening, String host, LoggedMessage last) {
        try {
            var opened = opening.open(place(host), last.message());
            return opened.sender().id().equals(host)
                    ? Optional.of(CopyMessage.read(opened.payload()))
                    : Optional.empty();
        } catch (RefusedException | MalformedException notOurs) {
            return Optional.empty(); // something was put behind it: what is before that counts
        }
    }
}
