package dev.svc.server.catalog;

import dev.svc.server.catalog.Query.Archived;
import dev.svc.server.catalog.Query.InProject;
import dev.svc.server.catalog.Query.Snoozed;
import dev.svc.server.session.EngineKey;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Which rows are asked for. Every condition must hold.
///
/// @param words each must occur in some text of a row; empty for no condition
/// @param engines empty for any
/// @param also what must hold of a row beside all that; null for nothing
public record Filter(
        Put put,
        Place place,
        String words,
        Set<EngineKey> engines,
        Kind kind,
        @Nullable Predicate<Row> also) {

    /// Whether a list shows archived and snoozed sessions.
    ///
    /// @param snoozed whether snoozed sessions are among the others, left out, or alone
    public record Put(Archived archived, Snoozed snoozed) {}

    /// Where the work is.
    ///
    /// @param project null for any
    /// @param folders only sessions in one of these or below; empty for any
    public record Place(@Nullable InProject project, List<String> folders) {
        static final Place ANY = new Place(null, List.of());

        public Place {
            folders = List.copyOf(folders);
        }
    }

    /// What sort of sessions.
    ///
    /// @param live only sessions that have a terminal
    /// @param subagents include sub-agents' sessions, which are not rows otherwise
    public record Kind(boolean live, boolean subagents) {
        static final Kind USUAL = new Kind(false, false);
    }

    /// Everything that is not put away.
    static final Filter DAILY =
            new Filter(new Put(Archived.NO, Snoozed.DAILY), Place.ANY, "", Set.of(), Kind.USUAL, null);

    public Filter {
        engines = Set.copyOf(engines);
    }

    Filter with(Put newPut) {
        return new Filter(newPut, place, words, engines, kind, also);
    }

    Filter with(Place newPlace) {
        return new Filter(put, newPlace, words, engines, kind, also);
    }

    Filter with(String newWords) {
        return new Filter(put, place, newWords, engines, kind, also);
    }

    Filter with(Set<EngineKey> newEngines) {
        return new Filter(put, place, words, newEngines, kind, also);
    }

    Filter with(Kind newKind) {
        return new Filter(put, place, words, engines, newKind, also);
    }

    Filter with(Predicate<Row> condition) {
        return new Filter(put, place, words, engines, kind, condition);
    }

    /// Whether a row may be listed that is archived, or one that is not.
    boolean takesArchived(boolean isArchived) {
        return switch (put.archived()) {
            case ALL -> true;
            case ONLY -> isArchived;
            case NO -> !isArchived;
        };
    }

    /// Whether a row may be listed that is snoozed now, or one that is not.
    public boolean takesSnoozed(boolean isSnoozed) {
        return switch (put.snoozed()) {
            case ALL -> true;
            case ONLY -> isSnoozed;
            case NO -> !isSnoozed;
            case DAILY -> !isSnoozed || put.archived() != Archived.NO || !words.isBlank();
        };
    }

    /// Whether rows of a program could be among those asked for.
    boolean isAbout(EngineKey engine) {
        return engines.isEmpty() || engines.contains(engine);
    }
}
