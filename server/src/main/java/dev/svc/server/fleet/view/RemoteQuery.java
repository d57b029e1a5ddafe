package dev.svc.server.fleet.view;

import dev.svc.server.fleet.row.PackedRow;
import dev.svc.server.fleet.row.RemoteRow;
import dev.svc.server.session.EngineKey;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Which rows of other hosts are asked for, and in which order. Every condition must hold.
///
/// @param hosts names; empty for any
/// @param engines empty for any
/// @param project null for any
/// @param words folded as the list folds them; each must occur in some text of a row
/// @param folders only rows in one of these or below; empty for any
public record RemoteQuery(
        Set<String> hosts,
        Set<EngineKey> engines,
        State state,
        @Nullable InProjectNamed project,
        List<String> words,
        List<String> folders,
        Order order) {

    /// The order of a list, after favourites.
    public enum Order {
        UPDATED,
        CREATED,
        TITLE,
        WAITING
    }

    /// What sort of rows.
    ///
    /// @param archived null for both
    /// @param snoozed null for both
    /// @param running only rows that a program is on
    /// @param waiting only rows whose program asks something
    public record State(
            @Nullable Boolean archived, @Nullable Boolean snoozed, boolean running, boolean waiting) {
        boolean takes(PackedRow row, Instant now) {
            return (archived == null || archived == row.archived())
                    && (snoozed == null || snoozed == row.isSnoozed(now))
                    && (!running || row.isRunning())
                    && (!waiting || row.isWaiting());
        }
    }

    /// Rows of one project, or of none that has a name here.
    ///
    /// @param takes whether a project's name is asked for; null stands for no project
    public record InProjectNamed(Predicate<@Nullable String> takes) {}

    public RemoteQuery {
        hosts = Set.copyOf(hosts);
        engines = Set.copyOf(engines);
        words = List.copyOf(words);
        folders = List.copyOf(folders);
    }

    boolean isAbout(String host) {
        return hosts.isEmpty() || hosts.contains(host);
    }

    /// Without a look at the packed texts.
    private boolean takesAtOnce(PackedRow row, Instant now) {
        return state.takes(row, now)
                && (engines.isEmpty() || engines.contains(row.engine()))
                && (project == null || project.takes().test(row.project()));
    }

    /// But for the host and the folder: beside the chosen ones, the others show what choosing them would add.
    boolean takes(PackedRow row, Folded fold, Instant now) {
        return takesAtOnce(row, now) && (words.isEmpty() || saysEveryWord(row.unpacked(), fold));
    }

    private boolean saysEveryWord(RemoteRow row, Folded fold) {
        var said = new StringBuilder();
        for (var text : new @Nullable String[] {
            row.title(), row.firstMessage(), row.cwd(), row.project(), row.id().toString(), row.branch(), row.model()
        }) {
            if (text != null) {
                said.append(text).append('\n');
            }
        }
        var folded = fold.of(said.toString());
        return words.stream().allMatch(folded::contains);
    }

    /// How the list folds texts, so that words are found however they are written.
    @FunctionalInterface
    public interface Folded {
        /// For where nobody looks for words.
        Folded LOWER = text -> text.toLowerCase(Locale.ROOT);

        String of(String text);
    }
}
