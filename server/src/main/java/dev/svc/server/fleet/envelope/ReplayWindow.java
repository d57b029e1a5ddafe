package dev.svc.server.fleet.envelope;

/// Takes each number of a sender once. Numbers may come a little out of order; what is too far behind the
/// highest one cannot be told from a repetition. For one thread.
public final class ReplayWindow {
    static final int WIDTH = 1_024;

    private final long[] seen = new long[WIDTH / Long.SIZE];
    private long highest;

    /// Whether this number is taken now, and was not before.
    public boolean isNew(long number) {
        if (number <= 0 || number <= highest - WIDTH) {
            return false;
        }
        if (number > highest) {
            forget(Math.min(number - highest, WIDTH));
            highest = number;
        }
        int bit = (int) (number % WIDTH);
        long mask = 1L << (bit % Long.SIZE);
        boolean isNew = (seen[bit / Long.SIZE] & mask) == 0;
        seen[bit / Long.SIZE] |= mask;
        return isNew;
    }

    /// The window moves on by so many numbers, whose places stand for others by now.
    private void forget(long steps) {
        for (long step = 1; step <= steps; step++) {
            int bit = (int) ((highest + step) % WIDTH);
            seen[bit / Long.SIZE] &= ~(1L << (bit % Long.SIZE));
        }
    }
}
