package dev.svc.server.journal.check;

import dev.svc.server.journal.record.EntryRecord;
import dev.svc.server.journal.record.EventReader;
import dev.svc.server.metadata.Journal.Head;
import dev.svc.server.metadata.event.Hash;
import dev.svc.server.metadata.event.MetadataEvent.JournalRepaired;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Follows the records link by link. Confined to one walk.
final class Chain {
    /// How the event of a repair begins; it alone may stand for more than one number.
    private static final byte[] REPAIR = "{\"type\":\"journal_repaired\"".getBytes(StandardCharsets.UTF_8);

    private final MessageDigest sha256 = EntryRecord.sha256();
    private final EventReader reader;
    private long seq;
    private long millis;
    private byte[] hash;

    Chain(Head from, long millis, EventReader reader) {
        this.seq = from.seq();
        this.millis = millis;
        this.hash = from.hash().bytes();
        this.reader = reader;
    }

    long seq() {
        return seq;
    }

    long millis() {
        return millis;
    }

    Head head() {
        return new Head(seq, Hash.of(hash));
    }

    /// Takes the next record; null when it is the right one, else what is wrong, and then it is not taken.
    @Nullable
    String refuse(byte[] bytes, int from, int length) {
        if (!EntryRecord.isWhole(bytes, from, length)) {
            return "the entry behind " + seq + " is not what was written";
        }
        long found = EntryRecord.seq(bytes, from);
        if (found != seq + 1 && !isRepairOf(seq + 1, bytes, from, length)) {
            return "entry " + found + " stands behind entry " + seq;
        }
        if (!EntryRecord.follows(hash, bytes, from)) {
            return "entry " + found + " does not belong behind entry " + seq;
        }
        seq = found;
        millis = EntryRecord.millis(bytes, from);
        hash = EntryRecord.hash(sha256, bytes, from, length);
        return null;
    }

    private boolean isRepairOf(long first, byte[] bytes, int from, int length) {
        return isRepair(bytes, from, length) && firstOf(bytes, from, length, reader) == first;
    }

    private static boolean isRepair(byte[] bytes, int from, int length) {
        int event = from + EntryRecord.EVENT_AT;
        return length >= EntryRecord.EVENT_AT + REPAIR.length
                && Arrays.equals(REPAIR, 0, REPAIR.length, bytes, event, event + REPAIR.length);
    }

    /// The first number that a record stands for: its own, unless it is a repair's.
    static long firstOf(byte[] bytes, int from, int length, EventReader reader) {
        return isRepair(bytes, from, length)
                        && EntryRecord.entry(bytes, from, length, reader).event() instanceof JournalRepaired repaired
                ? repaired.first()
                : EntryRecord.seq(bytes, from);
    }
}
