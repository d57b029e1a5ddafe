package dev.svc.server.search.index;

import dev.svc.server.search.query.SearchQuery;
import dev.svc.server.search.query.TurnKind;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// The numbers that kinds have in the index, and a choice of them.
final class Kinds {
    /// In the order of their numbers, which are in every index: only added to.
    private static final List<TurnKind> ALL =
            List.of(TurnKind.USER, TurnKind.ASSISTANT, TurnKind.TOOL, TurnKind.EDIT, TurnKind.SYSTEM);

    private final boolean[] taken = new boolean[ALL.size()];

    private Kinds(Set<TurnKind> kinds) {
        for (int number = 0; number < taken.length; number++) {
            taken[number] = kinds.contains(ALL.get(number));
        }
    }

    static Kinds every() {
        return new Kinds(EnumSet.allOf(TurnKind.class));
    }

    /// Those that a query is about.
    static Kinds of(SearchQuery asked) {
        var kinds = EnumSet.allOf(TurnKind.class);
        if (!asked.only().kinds().isEmpty()) {
            kinds.retainAll(asked.only().kinds());
        }
        kinds.removeAll(asked.never().kinds());
        return new Kinds(kinds);
    }

    static int count() {
        return ALL.size();
    }

    static int number(TurnKind kind) {
        return ALL.indexOf(kind);
    }

    static TurnKind kind(int number) {
        return ALL.get(number);
    }

    boolean takes(int number) {
        return taken[number];
    }
}
