package dev.svc.server.metadata.event;

import java.util.List;

/// A named, coloured group of sessions with the folders that new ones start in.
///
/// @param color `#rrggbb`
/// @param folders absolute paths
public record Project(ProjectId id, String name, String color, List<String> folders, boolean archived) {
    public static final int MAX_NAME = 80;

    public Project {
        folders = List.copyOf(folders);
    }

    public Project archived(boolean now) {
        return new Project(id, name, color, folders, now);
    }
}
