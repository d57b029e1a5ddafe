package dev.svc.server.transcript;

import dev.svc.server.session.Turn;
import java.util.ArrayList;
import java.util.List;

/// Batches consecutive turns for layout: small ones together to make fewer jobs, large ones alone.
public final class Portions {
    private static final long ENOUGH = 256 << 10;

    private Portions() {}

    /// In the order in which they come.
    public static List<List<Turn>> of(List<Turn> turns) {
        var portions = new ArrayList<List<Turn>>();
        int start = 0;
        long size = 0;
        for (int i = 0; i < turns.size(); i++) {
            size += Clipping.Sizes.of(turns.get(i));
            if (size >= ENOUGH || i == turns.size() - 1) {
                portions.add(turns.subList(start, i + 1));
                start = i + 1;
                size = 0;
            }
        }
        return portions;
    }
}
