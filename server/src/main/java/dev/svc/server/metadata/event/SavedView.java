package dev.svc.server.metadata.event;

import java.util.Comparator;

/// A name for a filter of the list.
///
/// @param query the filter as the page's address has it
/// @param position views are ordered by it: one keeps its key when others come, and has it again after its deletion
///     was undone
public record SavedView(ViewId id, String name, String query, int position) {
    public static final int MAX_NAME = 80;
    public static final int MAX_QUERY = 4000;
    public static final Comparator<SavedView> ORDER =
            Comparator.comparingInt(SavedView::position).thenComparing(SavedView::id);
}
