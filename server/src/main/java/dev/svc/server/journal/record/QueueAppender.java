package dev.svc.server.journal.record;

import dev.svc.shared.file.OwnerOnly;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.RollCycles;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueueBuilder;
import org.jspecify.annotations.Nullable;

/// The one place that Chronicle writes through; a new file each week that anything happens in, never an older one.
///
/// Chronicle's own `sync()` is asynchronous or does nothing here, so the current file is forced through a channel
/// of its own. Owned by one thread at a time.
public final class QueueAppender implements Closeable {
    private static final int BLOCK = 1 << 20;
    /// Room for 268 million entries in a file; an index page of Chronicle takes 8 KiB.
    private static final int INDEX = 1_024;

    private static final int INDEX_SPACING = 256;
    /// What a record may need besides its own bytes: a header, padding, pages of Chronicle's index.
    private static final int OVERHEAD = 32 << 10;

    /// A hundred years.
    private static final int MOST_WEEKS_AHEAD = 5_200;

    private static final int RESERVE = 64 << 10;
    /// A new file's header and first index pages.
    private static final int NEW_FILE = 256 << 10;

    private final Layout layout;
    private final Disk disk;
    private final SingleChronicleQueue queue;
    private final ExcerptAppender appender;
    private @Nullable FileChannel channel;
    private @Nullable Path file;
    private long position;
    private long reserved;

    private QueueAppender(Layout layout, Disk disk, SingleChronicleQueue queue, ExcerptAppender appender) {
        this.layout = layout;
        this.disk = disk;
        this.queue = queue;
        this.appender = appender;
    }

    public static QueueAppender open(Layout layout, Disk disk, Clock clock) throws IOException {
        var time = new AtomicLong();
        var queue = SingleChronicleQueueBuilder.binary(layout.current())
                .rollCycle(RollCycles.WEEKLY)
                .blockSize(BLOCK)
                .indexCount(INDEX)
                .indexSpacing(INDEX_SPACING)
                .timeProvider(() -> time.accumulateAndGet(clock.millis(), Math::max))
                .build();
        time.set(beginOfNewest(layout, queue, clock.millis()));
        var appender = queue.createAppender();
        appender.singleThreadedCheckDisabled(true);
        OwnerOnly.close(layout.file(Layout.QUEUE_TABLE));
        return new QueueAppender(layout, disk, queue, appender);
    }

    /// When the week of the newest file began. A clock that was set back must not lead to the file of an earlier week:
    /// files are read in the order of their weeks, and what is written later would stand before what was written
    /// earlier. Chronicle itself counts days where it reads a week from a name, so the weeks are tried one by one.
    private static long beginOfNewest(Layout layout, SingleChronicleQueue queue, long now) throws IOException {
        var files = layout.queueFiles();
        if (files.isEmpty()) {
            return now;
        }
        var newest = files.getLast();
        var weeks = queue.rollCycle();
        var names = DateTimeFormatter.ofPattern(weeks.format()).withZone(ZoneOffset.UTC);
        long cycle = weeks.current(() -> now, queue.epoch());
        for (int ahead = 0; ahead < MOST_WEEKS_AHEAD; ahead++) {
            long begin = queue.epoch() + (cycle + ahead) * weeks.lengthInMillis();
            if (newest.compareTo(names.format(Instant.ofEpochMilli(begin)) + Layout.QUEUE_SUFFIX) <= 0) {
                return Math.max(begin, now);
            }
        }
        throw new IOException(
                "the file %s of the journal is of a time that is too far ahead: set the clock of this host"
                        .formatted(newest));
    }

    /// Reserves so many bytes, so that writing them cannot fail for lack of space.
    ///
    /// @throws IOException when the disk is full; nothing was written then
    public void reserve(long bytes) throws IOException {
        if (channel == null || queue.rollCycle().current(queue.time(), queue.epoch()) != appender.cycle()) {
            probe(bytes + NEW_FILE);
            return;
        }
        long needed = position + bytes + OVERHEAD;
        if (needed > reserved) {
            long until = needed + RESERVE;
            disk.reserve(channel, Math.max(reserved, position), until);
            reserved = until;
        }
    }

    /// Before Chronicle makes a new file, tests for space with a temporary one.
    private void probe(long bytes) throws IOException {
        var trial = layout.file("space");
        var options = Set.of(StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);
        try (var space = FileChannel.open(trial, options, OwnerOnly.fileAttributes(trial))) {
            disk.reserve(space, 0, bytes);
        } finally {
            Files.deleteIfExists(trial);
        }
    }

    /// Writes one record; `placed` learns its file and the position of its document.
    public void write(byte[] record, BiConsumer<String, Long> placed) throws IOException {
        try (var document = appender.writingDocument()) {
            var wire = document.wire();
            if (wire == null) {
                throw new IOException("the queue is closed");
            }
            long at = wire.bytes().writePosition() - QueueFile.HEADER;
            wire.bytes().write(record);
            position = at + QueueFile.HEADER + record.length;
            enter(java.util.Objects.requireNonNull(appender.currentFile()).toPath());
            placed.accept(java.util.Objects.requireNonNull(file).getFileName().toString(), at);
        }
    }

    /// The file before a roll is forced once more and never written again.
    private void enter(Path current) throws IOException {
        if (current.equals(file)) {
            return;
        }
        if (channel != null) {
            disk.force(channel);
            channel.close();
        }
        // Chronicle creates its files with the umask's mode.
        OwnerOnly.close(current);
        channel = FileChannel.open(current, StandardOpenOption.READ, StandardOpenOption.WRITE);
        disk.forceFolder(layout.current());
        file = current;
        reserved = position;
    }

    public void force() throws IOException {
        if (channel != null) {
            disk.force(channel);
        }
    }

    @Override
    public void close() throws IOException {
        appender.close();
        queue.close();
        if (channel != null) {
            disk.force(channel);
            channel.close();
        }
    }
}
