package dev.svc.server.terminal.ring;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// The first pages of a ring's file. The appending thread alone writes every field; publishing `end` last makes the
/// bytes visible (happens-before).
final class RingHeader {
    static final int POINTS = 256;
    static final int GAPS = 64;
    static final int TURN_MARKS = 128;

    private static final long MAGIC = 0x31474e4952435653L; // "SVCRING1"
    private static final long CAPACITY = 8;
    private static final long END = 16;
    private static final long RESERVED = 24;
    private static final long FLOOR = 32;
    private static final long LOST = 40;
    private static final long GAP_COUNT = 48;
    private static final long POINT_COUNT = 56;
    private static final long ASSURED = 64;
    private static final long TURN_COUNT = 72;
    private static final long GAP_LIST = 128;
    private static final long TURN_LIST = 1024;
    private static final long POINT_LIST = 4096;
    private static final int POINT_SIZE = 512;
    private static final int POINT_TEXT = POINT_SIZE - 16;
    static final long SIZE = POINT_LIST + (long) POINTS * POINT_SIZE;

    private static final VarHandle LONG = JAVA_LONG.varHandle();

    private final MemorySegment memory;

    RingHeader(MemorySegment memory) {
        this.memory = memory;
    }

    boolean isFor(long capacity) {
        return memory.get(JAVA_LONG, 0) == MAGIC && memory.get(JAVA_LONG, CAPACITY) == capacity;
    }

    /// Starts an empty stream; the magic comes last, so that a file cut short here counts as new.
    ///
    /// @param used something lies there; what is known to be zero stays untouched, and so out of memory
    void create(long capacity, boolean used) {
        if (used) {
            memory.fill((byte) 0);
        }
        memory.set(JAVA_LONG, CAPACITY, capacity);
        LONG.setRelease(memory, 0L, MAGIC);
    }

    long end() {
        return (long) LONG.getAcquire(memory, END);
    }

    void end(long offset) {
        LONG.setRelease(memory, END, offset);
    }

    /// How far the bytes being written now will reach; what they overwrite is no longer readable.
    long reserved() {
        return (long) LONG.getAcquire(memory, RESERVED);
    }

    void reserve(long offset) {
        LONG.setRelease(memory, RESERVED, offset);
        VarHandle.fullFence();
    }

    /// Nothing before this offset is readable, whatever the capacity.
    long floor() {
        return (long) LONG.getAcquire(memory, FLOOR);
    }

    void floor(long offset) {
        LONG.setRelease(memory, FLOOR, offset);
    }

    /// Set while the bytes lie in memory only, because the disk had no room for them.
    boolean isLost() {
        return memory.get(JAVA_LONG, LOST) != 0;
    }

    void lost(boolean lost) {
        memory.set(JAVA_LONG, LOST, lost ? 1 : 0);
    }

    /// How many bytes of the data area have room on the disk for certain.
    long assured() {
        return memory.get(JAVA_LONG, ASSURED);
    }

    void assured(long bytes) {
        memory.set(JAVA_LONG, ASSURED, bytes);
    }

    void gap(long offset) {
        long count = memory.get(JAVA_LONG, GAP_COUNT);
        memory.set(JAVA_LONG, GAP_LIST + count % GAPS * 8, offset);
        LONG.setRelease(memory, GAP_COUNT, count + 1);
    }

    List<Long> gaps() {
        long count = (long) LONG.getAcquire(memory, GAP_COUNT);
        var gaps = new ArrayList<Long>();
        for (long i = Math.max(0, count - GAPS); i < count; i++) {
            gaps.add(memory.get(JAVA_LONG, GAP_LIST + i % GAPS * 8));
        }
        return gaps;
    }

    void turns(TurnMark mark) {
        long count = memory.get(JAVA_LONG, TURN_COUNT);
        long at = TURN_LIST + count % TURN_MARKS * 16;
        memory.set(JAVA_LONG, at, mark.offset());
        memory.set(JAVA_LONG, at + 8, mark.turns());
        LONG.setRelease(memory, TURN_COUNT, count + 1);
    }

    /// The marks that are still known, oldest first.
    List<TurnMark> turns() {
        long count = (long) LONG.getAcquire(memory, TURN_COUNT);
        var marks = new ArrayList<TurnMark>();
        for (long i = Math.max(0, count - TURN_MARKS + 1); i < count; i++) {
            long at = TURN_LIST + i % TURN_MARKS * 16;
            marks.add(new TurnMark(memory.get(JAVA_LONG, at), memory.get(JAVA_LONG, at + 8)));
        }
        return marks;
    }

    void point(ReplayPoint point) {
        long count = memory.get(JAVA_LONG, POINT_COUNT);
        long at = pointAt(count);
        byte[] text = point.modes().getBytes(StandardCharsets.UTF_8);
        int length = text.length <= POINT_TEXT ? text.length : 0;
        memory.set(JAVA_LONG, at, point.offset());
        memory.set(JAVA_INT, at + 8, point.clean() ? 1 : 0);
        memory.set(JAVA_INT, at + 12, length);
        MemorySegment.copy(text, 0, memory, JAVA_BYTE, at + 16, length);
        LONG.setRelease(memory, POINT_COUNT, count + 1);
    }

    /// The known points, oldest first. One that is being replaced meanwhile is recognisable by its offset.
    List<ReplayPoint> points() {
        long count = (long) LONG.getAcquire(memory, POINT_COUNT);
        var points = new ArrayList<ReplayPoint>();
        for (long i = Math.max(0, count - POINTS + 1); i < count; i++) {
            points.add(readPoint(pointAt(i)));
        }
        return points;
    }

    private ReplayPoint readPoint(long at) {
        byte[] text = new byte[Math.clamp(memory.get(JAVA_INT, at + 12), 0, POINT_TEXT)];
        MemorySegment.copy(memory, JAVA_BYTE, at + 16, text, 0, text.length);
        return new ReplayPoint(
                memory.get(JAVA_LONG, at), memory.get(JAVA_INT, at + 8) == 1, new String(text, StandardCharsets.UTF_8));
    }

    private static long pointAt(long index) {
        return POINT_LIST + index % POINTS * POINT_SIZE;
    }
}
