package dev.svc.server.journal.check;

import dev.svc.server.journal.record.EntryRecord;
import dev.svc.server.journal.record.EventReader;
import dev.svc.server.journal.record.Layout;
import dev.svc.server.journal.record.QueueFile;
import dev.svc.server.journal.record.Records;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Every intact record of a damaged journal, however little is left around it.
final class SalvagedRecords implements Records {
    /// A larger number cannot belong to a record.
    private static final long MOST = 1L << 48;

    private final Layout layout;
    private final SortedMap<Long, Place> places = new TreeMap<>();

    private SalvagedRecords(Layout layout) {
        this.layout = layout;
    }

    /// @param position of the record's bytes
    private record Place(String file, int position, int length) {}

    /// Numbers without a record, the first and the last included.
    record Gap(long first, long last) {
        @Override
        public String toString() {
            return first == last ? "entry " + first + " is lost" : "entries " + first + " to " + last + " are lost";
        }
    }

    static SalvagedRecords in(Layout layout) throws IOException {
        var salvaged = new SalvagedRecords(layout);
        for (var file : layout.queueFiles()) {
            salvaged.search(file);
        }
        return salvaged;
    }

    /// Tries every position where a document could start.
    private void search(String file) throws IOException {
        var bytes = Files.readAllBytes(layout.file(file));
        var view = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        for (int at = 0; at + QueueFile.HEADER <= bytes.length; ) {
            int length = view.getInt(at);
            int from = at + QueueFile.HEADER;
            if (isRecord(bytes, from, length)) {
                places.putIfAbsent(EntryRecord.seq(bytes, from), new Place(file, from, length));
                at = (int) QueueFile.next(at, length);
            } else {
                at += 4;
            }
        }
    }

    private static boolean isRecord(byte[] bytes, int from, int length) {
        return length > EntryRecord.EVENT_AT
                && length <= QueueFile.MAX_DOCUMENT
                && length <= bytes.length - from
                && EntryRecord.seq(bytes, from) > 0
                && EntryRecord.seq(bytes, from) < MOST
                && EntryRecord.isWhole(bytes, from, length);
    }

    long last() {
        return places.isEmpty() ? 0 : places.lastKey();
    }

    /// What is missing among the entries up to `last`, apart from what an earlier repair stands for.
    List<Gap> gaps(long last, EventReader reader) throws IOException {
        var gaps = new ArrayList<Gap>();
        long[] expected = {1};
        visit(0, Long.MAX_VALUE, (bytes, from, length, _) -> {
            long seq = EntryRecord.seq(bytes, from);
            long first = Chain.firstOf(bytes, from, length, reader);
            if (first > expected[0]) {
                gaps.add(new Gap(expected[0], first - 1));
            }
            expected[0] = seq + 1;
            return true;
        });
        if (expected[0] <= last) {
            gaps.add(new Gap(expected[0], last));
        }
        return gaps;
    }

    @Override
    public void visit(long after, long until, QueueFile.Visitor visitor) throws IOException {
        var open = "";
        var bytes = new byte[0];
        for (var each : places.tailMap(after + 1).entrySet()) {
            var place = each.getValue();
            if (!open.equals(place.file)) {
                open = place.file;
                bytes = Files.readAllBytes(layout.file(open));
            }
            if (each.getKey() > until
                    || !visitor.record(bytes, place.position, place.length, place.position - QueueFile.HEADER)) {
                return;
            }
        }
    }
}
