package dev.svc.server.engine.json;

import java.util.Arrays;

/// Where the long strings of a line end: what lies deep in it is passed at each of the values around it, and nearly all
/// bytes of a log are in such strings. Owned by the reading of one line.
final class LongStrings {
    /// A shorter one is gone through as fast as it is found here.
    private static final int LONG = 256;

    private static final int MOST = 256;

    private int[] starts = {};
    private int[] ends = {};
    private int count;

    /// Where the string that begins there ends; negative when it is not known.
    int end(int start) {
        if (count == 0 || start > starts[count - 1]) {
            return -1;
        }
        int found = Arrays.binarySearch(starts, 0, count, start);
        return found < 0 ? -1 : ends[found];
    }

    /// A string that ends was gone through. The first look at a line meets them in their order.
    void note(int start, int end) {
        if (end - start < LONG || count == MOST || (count > 0 && start <= starts[count - 1])) {
            return;
        }
        if (count == starts.length) {
            starts = Arrays.copyOf(starts, Math.max(4, 2 * count));
            ends = Arrays.copyOf(ends, Math.max(4, 2 * count));
        }
        starts[count] = start;
        ends[count] = end;
        count++;
    }
}
