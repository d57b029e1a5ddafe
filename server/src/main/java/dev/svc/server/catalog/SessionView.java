package dev.svc.server.catalog;

import java.time.Instant;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A row as the interface shows it.
///
/// @param messageCount null while only the head and the tail of the session have been read
/// @param live true or false, or `elsewhere`
/// @param unreadable records of the session that could not be understood
/// @param trouble why the session's store cannot be read at present; null when it can
public record SessionView(
        String id,
        String engine,
        String nativeId,
        @Nullable String title,
        String titleSource,
        @Nullable String firstMessage,
        @Nullable String cwd,
        @Nullable String projectId,
        boolean sticky,
        boolean archived,
        Instant createdAt,
        Instant updatedAt,
        @Nullable Integer messageCount,
        @Nullable String model,
        @Nullable String branch,
        long sizeBytes,
        Object live,
        String status,
        @Nullable Review review,
        @Nullable String parentId,
        int unreadable,
        @Nullable String trouble) {

    /// What the AI review last said of a session.
    public record Review(String summary, boolean needsYou, Instant at) {}

    /// Looks up what the AI review last said of a session; null when it said nothing.
    @FunctionalInterface
    public interface Reviews extends Function<Row, @Nullable Review> {}

    /// Shows a row with its review.
    public static SessionView of(Row row, Reviews reviews) {
        var facts = row.facts();
        var project = row.project();
        return new SessionView(
                row.id().toString(),
                row.id().engine().key(),
                row.id().nativeId(),
                row.title(),
                word(row.titleSource()),
                facts.firstMessage(),
                facts.cwd(),
                project == null ? null : project.value(),
                row.sticky(),
                row.archived(),
                facts.createdAt(),
                facts.updatedAt(),
                facts.messageCount() < 0 ? null : facts.messageCount(),
                facts.model(),
                facts.branch(),
                facts.sizeBytes(),
                live(row),
                row.status().word(),
                reviews.apply(row),
                facts.parent() == null ? null : facts.parent().toString(),
                facts.unreadable(),
                row.trouble());
    }

    private static Object live(Row row) {
        return row.elsewhere() ? "elsewhere" : row.live();
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
