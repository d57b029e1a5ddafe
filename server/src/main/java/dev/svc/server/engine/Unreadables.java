package dev.svc.server.engine;

import java.util.ArrayList;
import java.util.List;

/// Counts the records that a reading could not understand, by kind and version. Owned by the reading that made it.
public final class Unreadables {
    /// A damaged file can hold any number of kinds; beyond this many they are counted together.
    private static final int KINDS = 20;

    private static final int NAME = 60;
    private static final String OTHER = "other";

    private final List<Reading.Unreadable> counted;

    public Unreadables() {
        this(List.of());
    }

    /// Goes on from what an earlier reading of the same piece counted.
    public Unreadables(List<Reading.Unreadable> before) {
        counted = new ArrayList<>(before);
    }

    public void add(String kind, String version) {
        add(new Reading.Unreadable(kind, 1, version));
    }

    /// Adds what another reading counted.
    public void add(Reading.Unreadable more) {
        String kind = more.kind().length() > NAME ? more.kind().substring(0, NAME) : more.kind();
        if (!increase(kind, more.version(), more.count())
                && (counted.size() < KINDS || !increase(OTHER, "", more.count()))) {
            counted.add(
                    counted.size() < KINDS
                            ? new Reading.Unreadable(kind, more.count(), more.version())
                            : new Reading.Unreadable(OTHER, more.count(), ""));
        }
    }

    public int total() {
        return counted.stream().mapToInt(Reading.Unreadable::count).sum();
    }

    public List<Reading.Unreadable> list() {
        return List.copyOf(counted);
    }

    private boolean increase(String kind, String version, int by) {
        for (int i = 0; i < counted.size(); i++) {
            var one = counted.get(i);
            if (one.kind().equals(kind) && one.version().equals(version)) {
                counted.set(i, new Reading.Unreadable(kind, one.count() + by, version));
                return true;
            }
        }
        return false;
    }
}
