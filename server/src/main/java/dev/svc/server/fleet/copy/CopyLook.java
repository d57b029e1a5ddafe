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
    /// @param unknown how many messages are passed over, as this release does not know their form
    record Fits(CopyMark mark, long count, long place, long unknown) implements CopyLook {
        /// Of a log that has nothing.
        static final Fits NOTHING = new Fits(CopyMark.NONE, 0, 0, 0);
    }

    /// The broker has entries that the journal lacks: it was put back from a backup, or repaired, or another machine
    /// forwards as this host.
    ///
    /// @param mark the last entry that the broker has
    record Beyond(CopyMark mark) implements CopyLook {}

    /// What is there is of no use to anybody, and all of it is in the journal.
    record Useless() implements CopyLook {}

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
            return Fits.NOTHING;
        }
        var newest = newest(opening, host, last);
        if (newest.isPresent()) {
            var copy = newest.get();
            return held(new Fits(copy.until(), copy.count(), end.place(), copy.unknown()), end, journal);
        }
        var whole = new CopyReading(opening, host, _ -> {});
        log.read(host, whole);
        long unknown = whole.refused().getOrDefault(DropReason.OTHER_FORM, 0L);
        if (whole.mark().entry() == 0 && unknown == 0) {
            return new Useless();
        }
        return held(new Fits(whole.mark(), whole.count(), end.place(), unknown), end, journal);
    }

    /// What a later release has written stays where it is, as it may have what nobody else has: what follows goes
    /// behind it, and the messages are counted anew.
    private static CopyLook held(Fits found, LogEnd end, OwnJournal journal) {
        var mark = found.mark();
        if (mark.entry() > 0 && !journal.hash(mark.entry()).equals(Optional.of(mark.hash()))) {
            return new Beyond(mark);
        }
        if (found.count() > end.count()) {
            return new Useless();
        }
        return found.unknown() == 0 ? found : new Fits(mark, end.count(), found.place(), found.unknown());
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
