package dev.svc.server.engine.gemini;

import dev.svc.server.engine.Reading;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/// The rows of the whole store: copies of one session in several projects are one, and folders known elsewhere are
/// found again by their digest.
final class GeminiRows {
    private final Supplier<Set<String>> otherFolders;
    private final Map<SessionId, SessionFacts> rows = new LinkedHashMap<>();
    private final Map<String, String> digests = new HashMap<>();
    private final Map<String, String> folders = new HashMap<>();

    GeminiRows(Supplier<Set<String>> otherFolders) {
        this.otherFolders = otherFolders;
    }

    List<SessionFacts> of(Collection<Reading> readings) {
        for (var reading : readings) {
            reading.sessions().forEach(row -> rows.merge(row.id(), row, GeminiRows::merged));
            reading.hints().forEach(this::add);
        }
        if (!digests.isEmpty()) {
            rows.values().forEach(row -> addFolder(row.cwd()));
            otherFolders.get().forEach(this::addFolder);
            rows.replaceAll((id, row) -> placed(row));
        }
        return List.copyOf(rows.values());
    }

    private void add(Reading.Hint hint) {
        if (hint.kind().equals(ProjectFolders.FOLDER)) {
            folders.put(hint.subject(), hint.value());
        } else if (hint.kind().equals(GeminiRow.PROJECT)) {
            digests.put(hint.subject(), hint.value());
        }
    }

    private void addFolder(@org.jspecify.annotations.Nullable String folder) {
        if (folder != null) {
            folders.putIfAbsent(ProjectFolders.digest(folder), folder);
        }
    }

    private SessionFacts placed(SessionFacts row) {
        String digest = digests.get(row.id().nativeId());
        String folder = digest == null ? null : folders.get(digest);
        return folder == null ? row : row.withCwd(folder);
    }

    /// The newer copy tells; the older one knows when it began.
    private static SessionFacts merged(SessionFacts one, SessionFacts other) {
        boolean isNewer = other.updatedAt().isAfter(one.updatedAt());
        var newer = isNewer ? other : one;
        var older = isNewer ? one : other;
        return new SessionFacts(
                newer.id(),
                newer.title() != null ? newer.title() : older.title(),
                newer.firstMessage() != null ? newer.firstMessage() : older.firstMessage(),
                newer.cwd() != null ? newer.cwd() : older.cwd(),
                older.createdAt().isBefore(newer.createdAt()) ? older.createdAt() : newer.createdAt(),
                newer.updatedAt(),
                newer.messageCount(),
                newer.model() != null ? newer.model() : older.model(),
                newer.branch(),
                newer.sizeBytes() + older.sizeBytes(),
                false,
                newer.parent(),
                newer.unreadable());
    }
}
