package dev.svc.server.journal.check;

import dev.svc.server.journal.record.Disk;
import dev.svc.server.journal.record.EntryRecord;
import dev.svc.server.journal.record.EventReader;
import dev.svc.server.journal.record.HeadFile;
import dev.svc.server.journal.record.Layout;
import dev.svc.server.journal.record.QueueAppender;
import dev.svc.server.journal.record.Records;
import dev.svc.server.metadata.Journal.Head;
import dev.svc.server.metadata.event.Actor;
import dev.svc.server.metadata.event.Entry;
import dev.svc.server.metadata.event.MetadataEvent.JournalRepaired;
import dev.svc.shared.file.OwnerOnly;
import dev.svc.shared.file.WholeFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.UUID;

/// Builds a new folder beside the current one from the records worth keeping, then swaps it in with two renames. The
/// old folder is kept aside; a crash at any point leaves one complete folder to open.
public final class Rewriting {
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss-SSS").withZone(ZoneOffset.UTC);

    private final Layout layout;
    private final Layout next;
    private final EventReader reader;
    private final Clock clock;
    private final String kept;
    private final HeadFile headFile;
    private final QueueAppender appender;
    private Head head = Head.NONE;
    private long millis;

    private Rewriting(Layout layout, EventReader reader, Clock clock, String kind) throws IOException {
        this.layout = layout;
        this.next = layout.next();
        this.reader = reader;
        this.clock = clock;
        this.kept = kind + "-" + STAMP.format(clock.instant());
        create(next);
        this.headFile = HeadFile.open(next.head(), Disk.REAL);
        this.appender = QueueAppender.open(next, Disk.REAL, clock);
    }

    /// Makes an empty journal's folder and removes what an interrupted attempt left.
    static void create(Layout layout) throws IOException {
        WholeFolder.remove(layout.current());
        OwnerOnly.folder(layout.current());
        HeadFile.create(layout.head());
        Checkpoint.NONE.write(layout.checkpoint());
    }

    /// Drops everything after an entry.
    public static Path cut(Layout layout, Records records, long last, EventReader reader, Clock clock)
            throws IOException {
        return new Rewriting(layout, reader, clock, "refused").run(records, last, last);
    }

    /// Keeps every record up to `last`, and marks what is lost.
    public static Path repair(Layout layout, Records records, long last, EventReader reader, Clock clock)
            throws IOException {
        return new Rewriting(layout, reader, clock, "damaged").run(records, Long.MAX_VALUE, last);
    }

    private Path run(Records records, long until, long last) throws IOException {
        try (headFile;
                appender) {
            records.visit(0, until, (bytes, from, length, _) -> {
                mark(Chain.firstOf(bytes, from, length, reader) - 1);
                keep(EntryRecord.relinked(bytes, from, length, head.hash(), reader));
                return true;
            });
            mark(last);
            appender.force();
            headFile.write(head, false);
        }
        return exchange();
    }

    /// Stands for everything between the last record and `last`.
    private void mark(long last) throws IOException {
        if (head.seq() < last) {
            var event = new JournalRepaired(head.seq() + 1, last, kept);
            var at = Instant.ofEpochMilli(millis == 0 ? clock.millis() : millis);
            keep(EntryRecord.of(new Entry(last, UUID.randomUUID(), at, Actor.CLI, null, null, event), head.hash()));
        }
    }

    private void keep(EntryRecord kept) throws IOException {
        appender.write(kept.bytes(), (_, _) -> {});
        head = new Head(EntryRecord.seq(kept.bytes(), 0), kept.hash());
        millis = EntryRecord.millis(kept.bytes(), 0);
    }

    private Path exchange() throws IOException {
        var aside = layout.root().resolve(kept);
        Disk.REAL.forceFolder(next.current());
        Files.move(layout.current(), aside, StandardCopyOption.ATOMIC_MOVE);
        Files.move(next.current(), layout.current(), StandardCopyOption.ATOMIC_MOVE);
        Disk.REAL.forceFolder(layout.root());
        return aside;
    }

    /// Completes an interrupted swap or creation. There is a current folder afterwards.
    public static void settle(Layout layout) throws IOException {
        var next = layout.next();
        if (layout.exists()) {
            WholeFolder.remove(next.current());
        } else if (next.exists()) {
            Files.move(next.current(), layout.current(), StandardCopyOption.ATOMIC_MOVE);
        } else {
            var fresh = new Layout(layout.root(), layout.root().resolve("new"));
            create(fresh);
            Disk.REAL.forceFolder(fresh.current());
            Files.move(fresh.current(), layout.current(), StandardCopyOption.ATOMIC_MOVE);
            Disk.REAL.forceFolder(layout.root());
        }
    }
}
