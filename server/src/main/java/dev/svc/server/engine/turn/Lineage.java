package dev.svc.server.engine.turn;

import java.util.function.IntToLongFunction;

/// A running checksum of the turns before a place in a conversation, to recognise the same place later.
public final class Lineage {
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private Lineage() {}

    /// The checksum of the turns before this one.
    ///
    /// @param start of the conversation itself
    /// @param identity of each turn, which must not change when the turn continues
    public static long of(long start, int before, IntToLongFunction identity) {
        long sum = start;
        for (int turn = 0; turn < before; turn++) {
            sum = (sum ^ identity.applyAsLong(turn)) * SPREAD;
            sum ^= sum >>> 32;
        }
        return sum;
    }

    /// Of an identity that is a text.
    public static long identity(String text) {
        return of(text.length(), text.length(), text::charAt);
    }
}
