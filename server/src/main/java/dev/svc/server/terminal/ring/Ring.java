package dev.svc.server.terminal.ring;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.svc.shared.file.OwnerOnly;
import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;

/// The newest bytes of one terminal's output, each at its absolute offset since the first byte ever.
///
/// One thread appends; any number read without a lock and check afterwards whether the bytes were still there. The file
/// is mapped, so appended bytes survive a killed server.
public final class Ring implements Closeable {
    /// How much space is reserved at a time, so that a full disk is an error here and not a fault in mapped memory.
    private static final int STEP = 256 * 1024;

    /// Written in one piece, a file's pages are kept as one, and touching any would count all of them as used here.
    private static final int PAGE = 4 * 1024;

    private static final long MAX_POINT_SPACING = 64 * 1024;

    private final Arena arena = Arena.ofShared();
    private final FileChannel file;
    private final RingHeader header;
    private final long capacity;
    private final long spacing;
    private volatile MemorySegment data; // replaced once at most, by the appending thread, when the disk is full
    private long lastPoint = -1;
    private long lastClean = -1;

    /// Opens the file, or makes it. A ring of another capacity starts over at the old one's end.
    public static Ring open(Path path, long capacity) throws IOException {
        FileChannel file = FileChannel.open(path, Set.of(CREATE, READ, WRITE), OwnerOnly.fileAttributes(path));
        try {
            return new Ring(file, capacity);
        } catch (IOException | RuntimeException failed) {
            file.close();
            throw failed;
        }
    }

    private Ring(FileChannel file, long capacity) throws IOException {
        this.file = file;
        this.capacity = capacity;
        this.spacing = Math.max(1, Math.min(MAX_POINT_SPACING, capacity * 4 / RingHeader.POINTS));
        boolean existed = file.size() >= RingHeader.SIZE;
        if (!existed) {
            writeZeros(0, RingHeader.SIZE);
        }
        this.header = new RingHeader(file.map(MapMode.READ_WRITE, 0, RingHeader.SIZE, arena));
        if (!existed || !header.isFor(capacity)) {
            startOver(existed);
        }
        this.data = file.map(MapMode.READ_WRITE, RingHeader.SIZE, capacity, arena);
        settle();
    }

    private void startOver(boolean existed) throws IOException {
        long end = existed ? Math.max(0, header.end()) : 0;
        file.truncate(RingHeader.SIZE);
        header.create(capacity, existed);
        header.floor(end);
        header.reserve(end);
        header.end(end);
    }

    /// Evaluates what a former server left: bytes that never reached the disk are a gap.
    private void settle() {
        if (header.isLost()) {
            header.lost(false);
            header.floor(header.end());
            header.gap(header.end());
        }
        header.reserve(header.end());
        var points = points();
        lastPoint = points.isEmpty() ? -1 : points.getLast().offset();
    }

    /// The offset after the last byte.
    public long end() {
        return header.end();
    }

    /// The oldest offset that can still be read.
    public long start() {
        return Math.max(header.floor(), header.reserved() - capacity);
    }

    public long capacity() {
        return capacity;
    }

    /// Appends what one read brought; only ever called by the one reader of the program.
    public void append(byte[] bytes, int from, int length) {
        int skipped = (int) Math.max(0, length - capacity);
        long end = header.end() + skipped;
        int at = from + skipped;
        int left = length - skipped;
        header.reserve(end + left);
        MemorySegment target = roomFor(end, left);
        int first = (int) Math.min(left, capacity - end % capacity);
        MemorySegment.copy(bytes, at, target, JAVA_BYTE, end % capacity, first);
        MemorySegment.copy(bytes, at + first, target, JAVA_BYTE, 0, left - first);
        header.end(end + left);
    }

    private MemorySegment roomFor(long end, int length) {
        long needed = Math.min(capacity, end % capacity + length);
        if (needed > header.assured() && !header.isLost()) {
            try {
                assure(needed);
            } catch (IOException full) {
                moveToMemory();
            }
        }
        return data;
    }

    private void assure(long needed) throws IOException {
        long from = header.assured();
        long target = Math.min(capacity, (needed + STEP - 1) / STEP * STEP);
        writeZeros(RingHeader.SIZE + from, RingHeader.SIZE + target);
        header.assured(target);
    }

    private void writeZeros(long from, long to) throws IOException {
        var zeros = ByteBuffer.allocateDirect(PAGE);
        for (long at = from; at < to; at += zeros.position()) {
            file.write(zeros.clear().limit((int) Math.min(PAGE, to - at)), at);
        }
    }

    /// The program and its viewers continue although the disk is full; the next server will find a gap in place of
    /// these bytes.
    private void moveToMemory() {
        MemorySegment memory = arena.allocate(capacity);
        MemorySegment.copy(data, 0, memory, 0, header.assured());
        header.lost(true);
        data = memory;
    }

    /// Copies bytes from an offset on, and returns how many; -1 when they have been overwritten or cleared.
    public int read(long offset, byte[] into, int at, int most) {
        long end = header.end();
        if (offset < start() || offset > end) {
            return -1;
        }
        int length = (int) Math.min(most, end - offset);
        MemorySegment source = data;
        int first = (int) Math.min(length, capacity - offset % capacity);
        MemorySegment.copy(source, JAVA_BYTE, offset % capacity, into, at, first);
        MemorySegment.copy(source, JAVA_BYTE, 0, into, at + first, length - first);
        VarHandle.acquireFence();
        return offset < start() ? -1 : length;
    }

    /// Records that a program may have printed something at the current end that nobody received.
    public void gap() {
        if (!header.gaps().contains(end())) {
            header.gap(end());
        }
    }

    /// The gaps within the readable range.
    public List<Long> gaps() {
        long start = start();
        return header.gaps().stream().filter(offset -> offset >= start).toList();
    }

    /// True when it is time to note again how many turns the conversation has.
    public boolean wantsTurns() {
        long newest = header.turns().stream().mapToLong(TurnMark::offset).max().orElse(-1);
        return newest < start() || end() - newest >= 2 * capacity / RingHeader.TURN_MARKS;
    }

    /// Notes how many turns there were; only ever called by one thread, which need not be the appending one.
    public void turns(TurnMark mark) {
        header.turns(mark);
    }

    /// How many turns there were when what begins at this offset was printed, or soon after; empty when nobody knows.
    public OptionalLong turnsFrom(long offset) {
        return header.turns().stream()
                .filter(mark -> mark.offset() >= offset && mark.offset() <= end())
                .min(Comparator.comparingLong(TurnMark::offset))
                .map(mark -> OptionalLong.of(mark.turns()))
                .orElseGet(OptionalLong::empty);
    }

    /// True when a point at this offset would be worth keeping; they are spaced so that the whole ring has some.
    public boolean wantsPoint(long offset, boolean clean) {
        return offset - lastPoint >= spacing
                || lastPoint < 0
                || (clean && (lastClean < 0 || offset - lastClean >= spacing));
    }

    /// True when any place will do: without a point among what is kept, nobody would know the modes in force there.
    boolean lacksPoint(long offset) {
        return offset - lastPoint >= capacity / 4;
    }

    /// Notes a point; only ever called by the appending thread.
    public void point(ReplayPoint point) {
        lastPoint = point.offset();
        lastClean = point.clean() ? point.offset() : lastClean;
        header.point(point);
    }

    /// The points from which a replay can begin, oldest first.
    public List<ReplayPoint> points() {
        long start = start();
        long end = end();
        return header.points().stream()
                .filter(point -> point.offset() >= start && point.offset() <= end)
                .toList();
    }

    /// Where a replay begins: the oldest clean point if it leaves out less than half of what there is, else the oldest
    /// of any kind.
    public ReplayPoint replayPoint() {
        return replayPoint(start());
    }

    /// Where a replay begins that is to be no longer than this, if there is such a place.
    public ReplayPoint tailPoint(long atMost) {
        long from = Math.max(start(), end() - atMost);
        return points().stream().anyMatch(point -> point.offset() >= from) ? replayPoint(from) : replayPoint();
    }

    /// Where a viewer that fell behind continues: the same, with a quarter of the ring as a head start.
    public ReplayPoint resumePoint() {
        return replayPoint(Math.min(end(), start() + capacity / 4));
    }

    private ReplayPoint replayPoint(long from) {
        var points = points().stream().filter(point -> point.offset() >= from).toList();
        long half = from + (end() - from) / 2;
        return points.stream()
                .filter(point -> point.clean() && point.offset() <= half)
                .findFirst()
                .orElseGet(() -> points.isEmpty() ? new ReplayPoint(end(), false, "") : points.getFirst());
    }

    /// Forgets everything up to now; offsets continue.
    public void clear() {
        header.floor(header.end());
    }

    @Override
    public void close() throws IOException {
        if (arena.scope().isAlive()) {
            arena.close();
            file.close();
        }
    }
}
