package dev.svc.server.usage;

import dev.svc.server.session.SessionId;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// What one session used, by hours and models. Guarded by the lock of the tally that has it.
///
/// A session has few of these cells, and they come in the order of time, so they are looked for from the end.
final class SessionUse {
    static final int CALLS = 0;
    static final int INPUT = 1;
    static final int OUTPUT = 2;
    static final int CACHE_READ = 3;
    static final int CACHE_WRITE = 4;
    static final int CACHE_WRITE_HOUR = 5;
    static final int REASONING = 6;
    static final int SAID = 7;
    static final int LAST = 8;
    static final int NUMBERS = 9;

    private static final double MILLIONTHS = 1_000_000;

    final int number;
    final SessionId id;

    @Nullable
    SessionId parent;

    /// In milliseconds since 1970; what several sessions have is the earliest one's.
    long created;

    long stamp;
    int unreadable;
    boolean isGone;
    boolean isUnread;

    /// Memory knows more of it than the file does.
    boolean isAhead;

    private int[] hours = {};
    private int[] slots = {};
    private long[] numbers = {};
    private int cells;

    SessionUse(int number, SessionId id) {
        this.number = number;
        this.id = id;
    }

    /// Sees the cells of a session.
    @FunctionalInterface
    interface CellVisitor {
        /// Called for each cell.
        ///
        /// @param hour of local time, since 1970
        /// @param slot model and kind, as [#slot] has it
        /// @param at where the numbers of the cell begin
        void cell(int hour, int slot, long[] numbers, int at);
    }

    static int slot(Call call) {
        return call.model() * CallKind.COUNT + call.kind().number();
    }

    static int model(int slot) {
        return slot / CallKind.COUNT;
    }

    static CallKind kind(int slot) {
        return CallKind.numbered(slot % CallKind.COUNT);
    }

    /// Whether it began before the other, so that what both have is its.
    boolean isEarlierThan(SessionUse other) {
        return created != other.created ? created < other.created : id.compareTo(other.id) < 0;
    }

    void add(Call call, int hour) {
        add(call, hour, 1);
    }

    void remove(Call call, int hour) {
        add(call, hour, -1);
    }

    private void add(Call call, int hour, int sign) {
        int at = cell(hour, slot(call)) * NUMBERS;
        add(numbers, at, call, sign);
    }

    private static void add(long[] numbers, int at, Call call, int sign) {
        var tokens = call.tokens();
        numbers[at + CALLS] += sign;
        numbers[at + INPUT] += sign * tokens.input();
        numbers[at + OUTPUT] += sign * tokens.output();
        numbers[at + CACHE_READ] += sign * tokens.cacheRead();
        numbers[at + CACHE_WRITE] += sign * tokens.cacheWrite();
        numbers[at + CACHE_WRITE_HOUR] += sign * tokens.cacheWriteHour();
        numbers[at + REASONING] += sign * tokens.reasoning();
        numbers[at + SAID] += sign * Math.round(call.cost() * MILLIONTHS);
        numbers[at + LAST] = Math.max(numbers[at + LAST], call.second());
    }

    /// The numbers of one call.
    ///
    /// @param sign -1 where it counts no more
    static long[] numbers(Call call, int sign) {
        var numbers = new long[NUMBERS];
        add(numbers, 0, call, sign);
        return numbers;
    }

    private int cell(int hour, int slot) {
        for (int i = cells - 1; i >= 0; i--) {
            if (hours[i] == hour && slots[i] == slot) {
                return i;
            }
        }
        if (cells == hours.length) {
            int more = Math.max(2, cells * 2);
            hours = Arrays.copyOf(hours, more);
            slots = Arrays.copyOf(slots, more);
            numbers = Arrays.copyOf(numbers, more * NUMBERS);
        }
        hours[cells] = hour;
        slots[cells] = slot;
        return cells++;
    }

    void visit(CellVisitor visitor) {
        for (int i = 0; i < cells; i++) {
            if (numbers[i * NUMBERS + CALLS] > 0) {
                visitor.cell(hours[i], slots[i], numbers, i * NUMBERS);
            }
        }
    }
}
