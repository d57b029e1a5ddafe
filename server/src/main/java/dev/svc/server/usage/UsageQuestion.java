package dev.svc.server.usage;

import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What somebody wants to know of what was used.
///
/// @param from the beginning of an hour; null for all
/// @param to exclusive; null for all
/// @param session only what counts for this one; null for all
/// @param engines only these; none for all
/// @param project an id, or `none`; null for all
/// @param limit how many rows at most
public record UsageQuestion(
        By by,
        @Nullable Instant from,
        @Nullable Instant to,
        @Nullable SessionId session,
        Set<EngineKey> engines,
        @Nullable String project,
        Sort sort,
        int limit) {
    public static final String NO_PROJECT = "none";

    /// What is grouped by.
    public enum By {
        DAY,
        HOUR,
        PROJECT,
        MODEL,
        ENGINE,
        SESSION;

        boolean isOfTime() {
            return this == DAY || this == HOUR;
        }
    }

    /// Which rows come first; those of a time come in its order.
    public enum Sort {
        COST,
        TOKENS,
        LAST
    }

    public UsageQuestion {
        engines = Set.copyOf(engines);
    }

    /// All that a session used, by its models.
    public static UsageQuestion of(SessionId session) {
        return new UsageQuestion(By.MODEL, null, null, session, Set.of(), null, Sort.COST, Integer.MAX_VALUE);
    }
}
