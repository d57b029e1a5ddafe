package dev.svc.server.catalog;

import dev.svc.server.metadata.event.Continuing;
import dev.svc.server.session.Asking;
import dev.svc.server.session.Elsewhere;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import dev.svc.shared.text.PlainText;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A row as the interface shows it: the store's texts are sanitized here, on their way out.
///
/// @param snoozed whether it is snoozed now
/// @param snoozedUntil when it comes back at the latest; null without a time, and while it is not snoozed
/// @param messageCount null while only the head and the tail of the session have been read
/// @param live true or false, or `elsewhere`
/// @param elsewhere where its program runs when svc did not start it; null when it did, and when none runs
/// @param background what an idle session still runs in the background
/// @param question what its program asks; null while it does not wait
/// @param unreadable records of the session that could not be understood
/// @param trouble why the session's store cannot be read at present; null when it can
/// @param kept `here`, `leaving` or `kept`: see [Kept]
/// @param usage what it cost; null where nobody counts, or wants to see it
/// @param handedFrom the session that this one goes on with
/// @param handedTo the newest session that goes on with this one
/// @param continueAt when it is to go on by itself; null when nobody wants that
/// @param host the name of its host; null for this one
/// @param hostSeen when that host was heard last; null while it is online
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
        boolean snoozed,
        @Nullable Instant snoozedUntil,
        Instant createdAt,
        Instant updatedAt,
        @Nullable Integer messageCount,
        @Nullable String model,
        @Nullable String branch,
        long sizeBytes,
        Object live,
        String status,
        @Nullable Question question,
        @Nullable Outside elsewhere,
        List<String> background,
        @Nullable Review review,
        boolean reviewOff,
        @Nullable String parentId,
        int unreadable,
        @Nullable String trouble,
        String kept,
        @Nullable Instant leavesAt,
        boolean copied,
        boolean brought,
        @Nullable Spent usage,
        @Nullable String handedFrom,
        @Nullable String handedTo,
        @Nullable ContinueAt continueAt,
        @Nullable String host,
        @Nullable Instant hostSeen) {

    /// The host of a row that is not of this one.
    ///
    /// @param seen when it was heard last; null while it is online
    public record OfHost(String name, @Nullable Instant seen) {}

    /// What another host tells of a row. Its texts have been cleaned.
    ///
    /// @param live as in the row
    public record Told(
            SessionId session,
            @Nullable String title,
            String titleSource,
            @Nullable String firstMessage,
            @Nullable String cwd,
            boolean sticky,
            boolean archived,
            boolean snoozed,
            @Nullable Instant snoozedUntil,
            Instant createdAt,
            Instant updatedAt,
            int messageCount,
            @Nullable String model,
            @Nullable String branch,
            long sizeBytes,
            Object live,
            Status status,
            @Nullable Question question) {}

    /// Shows a row of another host: what only its own host knows is as if there were nothing.
    ///
    /// @param id with the name of the host
    /// @param projectId the project of this host that counts as its own one
    public static SessionView of(OfHost host, String id, @Nullable String projectId, Told told) {
        return new SessionView(
                id,
                told.session().engine().key(),
                told.session().nativeId(),
                told.title(),
                told.titleSource(),
                told.firstMessage(),
                told.cwd(),
                projectId,
                told.sticky(),
                told.archived(),
                told.snoozed(),
                told.snoozed() ? told.snoozedUntil() : null,
                told.createdAt(),
                told.updatedAt(),
                told.messageCount() < 0 ? null : told.messageCount(),
                told.model(),
                told.branch(),
                told.sizeBytes(),
                told.live(),
                told.status().word(),
                told.question(),
                null,
                List.of(),
                null,
                false,
                null,
                0,
                null,
                Kept.HERE.place(),
                null,
                false,
                false,
                null,
                null,
                null,
                null,
                host.name(),
                host.seen());
    }

    /// The time at which a session continues by itself, and the text that its program gets then.
    public record ContinueAt(Instant at, String text) {
        static @Nullable ContinueAt of(@Nullable Continuing plan) {
            return plan == null ? null : new ContinueAt(plan.at(), PlainText.of(plan.text()));
        }
    }

    /// What a session cost so far.
    ///
    /// @param cost null where nothing of it has a price
    public record Spent(@Nullable Double cost, long tokens) {}

    /// What a waiting program asks.
    ///
    /// @param text null where the screen is not known
    public record Question(String id, @Nullable String text, Instant since) {
        public static @Nullable Question of(@Nullable Asking asking) {
            return asking == null ? null : new Question(asking.id(), asking.text(), asking.since());
        }
    }

    /// Where a program runs that svc did not start.
    ///
    /// @param where the kind of place: `tmux`, `screen`, `daemon`, `background` or `tty`
    /// @param place its name there
    /// @param status as the program says it; `unknown` where it does not
    /// @param join whether one more terminal can be opened on it
    /// @param sure false where the session was concluded from folder and time
    public record Outside(
            String where, @Nullable String place, String status, Instant since, boolean join, boolean sure) {
        public static @Nullable Outside of(@Nullable Elsewhere elsewhere, Status status) {
            return elsewhere == null
                    ? null
                    : new Outside(
                            elsewhere.where().word(),
                            line(elsewhere.place()),
                            status.isLive() ? status.word() : "unknown",
                            elsewhere.since(),
                            elsewhere.join(),
                            elsewhere.sure());
        }
    }

    /// What the AI review last said of a session.
    ///
    /// @param needsYou whether it waits for the person; false once it has moved on or was marked as settled
    /// @param titleApplied whether the title it has is one that the review gave it
    /// @param project the name that was suggested
    /// @param projectId of the project with that name; null where there is none
    /// @param stale whether the session has moved on since
    /// @param seen whether it was marked as settled
    public record Review(
            String summary,
            boolean needsYou,
            @Nullable String reason,
            @Nullable String title,
            boolean titleApplied,
            @Nullable String project,
            @Nullable String projectId,
            Instant at,
            boolean stale,
            boolean seen) {}

    /// Where the session is, and for how long.
    ///
    /// @param place `here` in its program's store, `leaving` within a week, or `kept` in the vault alone
    /// @param leavesAt when its program will delete it; null where that is not known, or never
    /// @param copied whether the vault has a copy
    /// @param brought whether the session was brought from elsewhere, and no program here has ever had it
    public record Kept(String place, @Nullable Instant leavesAt, boolean copied, boolean brought) {
        public static final String LEAVING = "leaving";
        public static final String KEPT = "kept";

        /// For where there is no vault to ask.
        public static final Kept HERE = new Kept("here", null, false, false);
    }

    /// What other rooms know of the sessions of a list: the AI review, and the vault.
    public interface Beside {
        /// For where nobody is asked.
        Beside NONE = row -> null;

        /// What the review last said of a session; null when it said nothing.
        @Nullable
        Review of(Row row);

        /// Whether people keep a session out of the review.
        default boolean isLeftOut(Row row) {
            return false;
        }

        default Kept kept(Row row) {
            return Kept.HERE;
        }

        /// What its session cost; null where nobody counts, or wants to see it.
        default @Nullable Spent spent(Row row) {
            return null;
        }
    }

    /// Shows a row with what others know of it.
    public static SessionView of(Row row, Beside beside) {
        var facts = row.facts();
        var project = row.project();
        var kept = beside.kept(row);
        return new SessionView(
                row.id().toString(),
                row.id().engine().key(),
                row.id().nativeId(),
                row.title(),
                word(row.titleSource()),
                facts.firstMessage() == null ? null : PlainText.of(facts.firstMessage()),
                line(facts.cwd()),
                project == null ? null : project.value(),
                row.sticky(),
                row.archived(),
                row.snoozed(),
                row.marks().snooze() == null ? null : row.marks().snooze().until(),
                facts.createdAt(),
                facts.updatedAt(),
                facts.messageCount() < 0 ? null : facts.messageCount(),
                line(facts.model()),
                line(facts.branch()),
                facts.sizeBytes(),
                live(row),
                row.status().word(),
                Question.of(row.asking()),
                Outside.of(row.elsewhere(), row.status()),
                row.background().stream().map(PlainText::line).toList(),
                beside.of(row),
                beside.isLeftOut(row),
                facts.parent() == null ? null : facts.parent().toString(),
                facts.unreadable(),
                line(row.trouble()),
                kept.place(),
                kept.leavesAt(),
                kept.copied(),
                kept.brought(),
                beside.spent(row),
                id(row.marks().handedFrom()),
                id(row.marks().handedTo()),
                ContinueAt.of(row.marks().continuing()),
                null,
                null);
    }

    private static @Nullable String line(@Nullable String text) {
        return text == null ? null : PlainText.line(text);
    }

    private static @Nullable String id(@Nullable SessionId session) {
        return session == null ? null : session.toString();
    }

    private static Object live(Row row) {
        return row.isOutside() ? "elsewhere" : row.live();
    }

    private static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }
}
