package dev.svc.server.journal;

import dev.svc.server.journal.check.Checkpoint;
import dev.svc.server.journal.check.Inspection;
import dev.svc.server.journal.check.Rewriting;
import dev.svc.server.journal.check.SoundRecords;
import dev.svc.server.journal.check.Verdict;
import dev.svc.server.journal.check.Waypoint;
import dev.svc.server.journal.check.Waypoints;
import dev.svc.server.journal.record.Disk;
import dev.svc.server.journal.record.EntryRecord;
import dev.svc.server.journal.record.EventReader;
import dev.svc.server.journal.record.HeadFile;
import dev.svc.server.journal.record.Layout;
import dev.svc.server.journal.record.QueueAppender;
import dev.svc.server.journal.record.QueueFile;
import dev.svc.server.journal.record.Records;
import dev.svc.server.journal.snapshot.Snapshots;
import dev.svc.server.metadata.Journal.Head;
import dev.svc.server.metadata.JournalUnavailableException;
import dev.svc.server.metadata.event.Entry;
import dev.svc.server.metadata.fold.Organisation;
import java.io.Closeable;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The writing side of a sound journal: writes records, forces them to disk, then advances the head, then answers.
///
/// Chronicle is only started for the first entry, so a service that nothing is changed in leaves its files at rest.
/// Owned by the one thread that appends; the head and the waypoints are for everybody.
final class Appending implements Closeable {
    private static final System.Logger LOG = System.getLogger(Appending.class.getName());

    private final Layout layout;
    private final Disk disk;
    private final Clock clock;
    private final EventReader reader;
    private final Waypoints waypoints;
    private final Snapshots snapshots;
    private SortedMap<String, Inspection.End> ends;
    private Checkpoint checkpoint;
    private HeadFile headFile;
    private @Nullable QueueAppender queue;
    private boolean broken;
    private boolean proven;
    private volatile Head head;

    private Appending(Layout layout, Inspection.Findings findings, Disk disk, Clock clock, EventReader reader)
            throws IOException {
        this.layout = layout;
        this.disk = disk;
        this.clock = clock;
        this.reader = reader;
        this.waypoints = findings.waypoints();
        this.snapshots = Snapshots.keeping(layout.snapshots());
        this.ends = new TreeMap<>(findings.ends());
        this.checkpoint = findings.checkpoint();
        this.head = findings.end().last();
        this.headFile = HeadFile.open(layout.head(), disk);
    }

    static Appending open(Layout layout, Inspection.Findings found, Disk disk, Clock clock, EventReader reader)
            throws IOException {
        var findings = mended(layout, found, clock, reader);
        var appending = new Appending(layout, findings, disk, clock, reader);
        if (!findings.head().equals(findings.end().last())) {
            appending.headFile.write(findings.end().last(), false);
        }
        return appending;
    }

    /// Removes what a crash left after the last entry, or what was refused. Nothing of it was ever acknowledged.
    private static Inspection.Findings mended(
            Layout layout, Inspection.Findings findings, Clock clock, EventReader reader) throws IOException {
        for (var file : findings.blankFiles()) {
            Files.delete(layout.file(file));
            findings.ends().remove(file);
        }
        if (findings.cut()) {
            Rewriting.cut(
                    layout,
                    new SoundRecords(layout, findings.waypoints()),
                    findings.head().seq(),
                    reader,
                    clock);
            return Inspection.of(layout, reader);
        }
        var walk = findings.lastWalk();
        var files = layout.queueFiles();
        if (walk != null && !walk.clean() && !files.isEmpty()) {
            blank(layout, files.getLast(), walk.end());
        }
        return findings;
    }

    private static void blank(Layout layout, String file, long from) throws IOException {
        try (var channel = FileChannel.open(layout.file(file), StandardOpenOption.WRITE)) {
            Disk.REAL.reserve(channel, from, channel.size());
            channel.force(false);
        }
    }

    Head head() {
        return head;
    }

    Records records() {
        return new SoundRecords(layout, waypoints);
    }

    Snapshots snapshots() {
        return snapshots;
    }

    void append(List<Entry> entries, Organisation after) {
        var records = encoded(entries);
        try {
            write(ready(), records);
        } catch (IOException | RuntimeException | Error failed) {
            throw new JournalUnavailableException(
                    "the journal cannot be written (" + reason(failed)
                            + "): nothing was changed; make space or mend the disk, then try again",
                    failed);
        }
        snapshots.offer(after, head.hash());
    }

    /// Drops the path that a file system exception begins with: the sentence reaches browsers.
    private static String reason(Throwable failed) {
        var reason = failed instanceof FileSystemException onFile ? onFile.getReason() : failed.getMessage();
        return reason == null ? failed.getClass().getSimpleName() : reason;
    }

    private List<EntryRecord> encoded(List<Entry> entries) {
        var records = new ArrayList<EntryRecord>(entries.size());
        var ahead = head.hash();
        for (var entry : entries) {
            var record = EntryRecord.of(entry, ahead);
            records.add(record);
            ahead = record.hash();
        }
        return records;
    }

    private void write(QueueAppender writing, List<EntryRecord> records) throws IOException {
        writing.reserve(
                records.stream().mapToLong(record -> record.bytes().length + 8L).sum());
        var written = new Head(
                EntryRecord.seq(records.getLast().bytes(), 0), records.getLast().hash());
        var placed = new ArrayList<Waypoint>();
        broken = true;
        for (var record : records) {
            writing.write(record.bytes(), (file, position) -> placed.add(waypoint(record, file, position)));
        }
        writing.force();
        requireReachable(placed.getFirst());
        headFile.advance(written);
        broken = false;
        publish(placed, written);
    }

    /// Looks for the first entry after a start: where a power cut lost a page, Chronicle continues after the gap, and a
    /// sequential reader would never get there. The failure leads to a new queue without the gap.
    private void requireReachable(Waypoint first) throws IOException {
        if (proven) {
            return;
        }
        var before = waypoints.of(first.file());
        long from = before.isEmpty() ? 0 : before.getLast().position();
        var walk = QueueFile.walk(
                layout.file(first.file()), from, (bytes, at, _, _) -> EntryRecord.seq(bytes, at) != first.seq());
        if (walk.stop() != QueueFile.Stop.ENOUGH) {
            throw new IOException("a power cut left a gap in the queue");
        }
        proven = true;
    }

    private static Waypoint waypoint(EntryRecord record, String file, long position) {
        var bytes = record.bytes();
        return new Waypoint(
                EntryRecord.seq(bytes, 0), EntryRecord.millis(bytes, 0), file, position, EntryRecord.prev(bytes, 0));
    }

    private void publish(List<Waypoint> placed, Head written) {
        int files = ends.size();
        for (var each : placed) {
            if (waypoints.wants(each.seq(), each.file())) {
                waypoints.add(each);
            }
        }
        var last = placed.getLast();
        for (int i = 0; i < placed.size(); i++) {
            var each = placed.get(i);
            if (i + 1 == placed.size() || !placed.get(i + 1).file().equals(each.file())) {
                var end = i + 1 == placed.size() ? written : placed.get(i + 1).before();
                ends.put(each.file(), new Inspection.End(end, each.millis()));
            }
        }
        head = written;
        if (ends.size() > files) {
            sealBehind(last.file());
        }
    }

    /// The entries are kept already: a digest that cannot be made now is made on closing.
    private void sealBehind(String current) {
        try {
            seal(List.of(current, Layout.QUEUE_TABLE));
        } catch (IOException failed) {
            LOG.log(
                    Level.WARNING,
                    "the checkpoint could not be written; the next start reads more than it must",
                    failed);
        }
    }

    /// Chronicle, started when it is first needed and again after a failure.
    private QueueAppender ready() throws IOException {
        if (broken) {
            recover();
        }
        if (queue == null) {
            var last = ends.isEmpty() ? null : ends.lastKey();
            checkpoint =
                    checkpoint.without(last == null ? List.of(Layout.QUEUE_TABLE) : List.of(last, Layout.QUEUE_TABLE));
            checkpoint.write(layout.checkpoint());
            queue = QueueAppender.open(layout, disk, clock);
            proven = false;
        }
        return queue;
    }

    /// Something failed after records were written: they were refused, so they must be removed before anything follows.
    private void recover() throws IOException {
        headFile.write(head, true);
        stopQueue();
        headFile.close();
        var found = Inspection.of(layout, reader);
        if (!found.isSound()) {
            throw new IOException(Verdict.on(layout, found, reader).sentence());
        }
        var findings = mended(layout, found, clock, reader);
        headFile = HeadFile.open(layout.head(), disk);
        headFile.write(head, false);
        waypoints.replace(findings.waypoints());
        ends = new TreeMap<>(findings.ends());
        checkpoint = findings.checkpoint();
        broken = false;
    }

    private void stopQueue() {
        var stopping = queue;
        queue = null;
        if (stopping != null) {
            try {
                stopping.close();
            } catch (IOException | RuntimeException | Error failed) {
                LOG.log(Level.WARNING, "the queue could not be closed in order", failed);
            }
        }
    }

    /// Puts every file at rest under a digest, but those that are still written to.
    private void seal(List<String> inUse) throws IOException {
        var files = new ArrayList<Checkpoint.Sealed>();
        for (var name : layout.queueFiles()) {
            var end = ends.get(name);
            if (!inUse.contains(name) && end != null) {
                var known = checkpoint.find(name);
                files.add(
                        known.isPresent()
                                ? known.get()
                                : Checkpoint.seal(
                                        layout.current(), name, end.last(), end.millis(), waypoints.of(name)));
            }
        }
        if (!inUse.contains(Layout.QUEUE_TABLE) && Files.exists(layout.file(Layout.QUEUE_TABLE))) {
            files.add(Checkpoint.seal(layout.current(), Layout.QUEUE_TABLE, Head.NONE, 0, List.of()));
        }
        checkpoint = new Checkpoint(files);
        checkpoint.write(layout.checkpoint());
    }

    @Override
    public void close() throws IOException {
        stopQueue();
        headFile.close();
        if (!broken) {
            seal(List.of());
        }
    }
}
