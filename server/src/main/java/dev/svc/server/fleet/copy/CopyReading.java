package dev.svc.server.fleet.copy;

import dev.svc.server.fleet.broker.BrokerLog;
import dev.svc.server.fleet.broker.LoggedMessage;
import dev.svc.server.fleet.envelope.CopyOpening;
import dev.svc.server.fleet.envelope.DropReason;
import dev.svc.server.fleet.envelope.RefusedException;
import dev.svc.server.fleet.wire.MalformedException;
import java.io.IOException;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Reads the log of one host from its begin: takes each entry once, in the order of the journal, drops what the host
/// did not say, and notices what is missing. For one thread.
public final class CopyReading implements BrokerLog.Reading {
    private final CopyOpening opening;
    private final String host;
    private final Lines lines;
    private final Map<DropReason, Long> refused = new EnumMap<>(DropReason.class);
    private CopyMark mark = CopyMark.NONE;
    private long count;
    private long number;
    private long taken;
    private long missing;
    private long unread;
    private @Nullable Instant at;

    /// Takes the lines of entries, one after the other.
    public interface Lines {
        void take(String line) throws IOException;
    }

    /// @param host its id
    public CopyReading(CopyOpening opening, String host, Lines lines) {
        this.opening = opening;
        this.host = host;
        this.lines = lines;
    }

    @Override
    public void take(LoggedMessage message) throws IOException {
        try {
            var opened = opening.open(CopyLook.place(host), message.message());
            if (!opened.sender().id().equals(host)) {
                throw new RefusedException(DropReason.FORGED);
            }
            if (opened.number() <= number) {
                throw new RefusedException(DropReason.REPLAYED);
            }
            var copy = CopyMessage.read(opened.payload());
            number = opened.number();
            at = opened.time();
            unread = 0; // its host had looked at what is before it
            take(copy);
        } catch (RefusedException dropped) {
            unread += dropped.refusal() == DropReason.OTHER_FORM ? 1 : 0;
            refused.merge(dropped.refusal(), 1L, Long::sum);
        } catch (MalformedException broken) {
            refused.merge(DropReason.MALFORMED, 1L, Long::sum);
        }
    }

    private void take(CopyMessage copy) throws IOException {
        count = copy.count();
        if (copy.until().entry() <= mark.entry() && copy.unknown() == 0) {
            return; // sent once more, because its host could not see that it was there
        }
        // Its host may not have read what this release does: its journal went on from what it knew.
        if (copy.after().entry() > mark.entry()) {
            missing += copy.after().entry() - mark.entry();
        } else if (copy.after().entry() == mark.entry() && !copy.after().equals(mark)) {
            missing += mark.entry(); // what was read is of another journal than what follows
        }
        // A stretch that begins before what is known brings some lines again; who imports knows them by their ids.
        mark = copy.until();
        for (var line : copy.lines()) {
            lines.take(line);
            taken++;
        }
    }

    /// The last entry that the log stands for.
    public CopyMark mark() {
        return mark;
    }

    /// How many messages its host believes to be there.
    long count() {
        return count;
    }

    /// How many lines there were.
    public long taken() {
        return taken;
    }

    /// How many entries the broker has lost, whether they were copied or not.
    public long missing() {
        return missing;
    }

    /// How many messages in a form that this release does not know are behind the last one that it reads. Of these
    /// alone nobody can say whether anything is in them.
    public long unread() {
        return unread;
    }

    /// When its host forwarded the newest of them; null where there is none.
    public @Nullable Instant at() {
        return at;
    }

    /// What was dropped, by reason.
    public Map<DropReason, Long> refused() {
        return Map.copyOf(refused);
    }
}
