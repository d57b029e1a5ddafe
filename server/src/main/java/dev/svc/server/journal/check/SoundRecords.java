package dev.svc.server.journal.check;

import dev.svc.server.journal.record.EntryRecord;
import dev.svc.server.journal.record.Layout;
import dev.svc.server.journal.record.QueueFile;
import dev.svc.server.journal.record.Records;
import java.io.IOException;

/// The records of a journal that was inspected: found by its waypoints.
public record SoundRecords(Layout layout, Waypoints waypoints) implements Records {

    @Override
    public void visit(long after, long until, QueueFile.Visitor visitor) throws IOException {
        var start = waypoints.before(after + 1);
        if (start.isEmpty() || after >= until) {
            return;
        }
        long position = start.get().position();
        for (var file : waypoints.filesFrom(start.get().file())) {
            var walk = QueueFile.walk(layout.file(file), position, (bytes, from, length, at) -> {
                long seq = EntryRecord.seq(bytes, from);
                return seq <= until && (seq <= after || visitor.record(bytes, from, length, at));
            });
            if (walk.stop() == QueueFile.Stop.ENOUGH) {
                return;
            }
            position = 0;
        }
    }

    @Override
    public long shortlyBefore(long millis) {
        return waypoints.beforeTime(millis).map(waypoint -> waypoint.seq() - 1).orElse(0L);
    }
}
