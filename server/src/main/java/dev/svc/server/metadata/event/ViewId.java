package dev.svc.server.metadata.event;

import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/// A saved view's permanent identity: its name and its filter may change, this does not.
public record ViewId(String value) implements Comparable<ViewId> {
    private static final Pattern SHAPE = Pattern.compile("[A-Za-z0-9_-]{1,64}");

    public ViewId {
        if (!SHAPE.matcher(value).matches()) {
            throw new IllegalArgumentException("not a view id: " + value);
        }
    }

    /// Reads an id from outside; empty when it is malformed.
    public static Optional<ViewId> find(String value) {
        return SHAPE.matcher(value).matches() ? Optional.of(new ViewId(value)) : Optional.empty();
    }

    public static ViewId fresh() {
        return new ViewId(UUID.randomUUID().toString());
    }

    @Override
    public int compareTo(ViewId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
