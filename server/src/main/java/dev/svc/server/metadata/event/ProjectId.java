package dev.svc.server.metadata.event;

import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/// A project's permanent identity: its name may change, this does not.
public record ProjectId(String value) implements Comparable<ProjectId> {
    private static final Pattern SHAPE = Pattern.compile("[A-Za-z0-9_-]{1,64}");

    public ProjectId {
        if (!SHAPE.matcher(value).matches()) {
            throw new IllegalArgumentException("not a project id: " + value);
        }
    }

    /// Reads an id from outside; empty when it is malformed.
    public static Optional<ProjectId> find(String value) {
        return SHAPE.matcher(value).matches() ? Optional.of(new ProjectId(value)) : Optional.empty();
    }

    public static ProjectId fresh() {
        return new ProjectId(UUID.randomUUID().toString());
    }

    @Override
    public int compareTo(ProjectId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
