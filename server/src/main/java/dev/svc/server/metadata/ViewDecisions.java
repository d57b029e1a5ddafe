package dev.svc.server.metadata;

import dev.svc.server.metadata.event.MetadataEvent;
import dev.svc.server.metadata.event.MetadataEvent.*;
import dev.svc.server.metadata.event.SavedView;
import dev.svc.server.metadata.event.ViewId;
import dev.svc.server.metadata.fold.Organisation;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What may be done to saved views. Pure: an answer depends on the organisation alone.
final class ViewDecisions {
    static final int MOST = 100;

    private ViewDecisions() {}

    /// A view behind all others.
    ///
    /// @param query checked already: what a filter may hold is known where lists are asked for
    static Decision create(ViewId id, String name, String query) {
        var checkedName = name(name);
        return now -> {
            var view = new SavedView(id, checkedName, query, next(now));
            requireRoom(now, view);
            return Decision.one(new ViewCreated(view));
        };
    }

    private static int next(Organisation now) {
        return now.views().stream().mapToInt(SavedView::position).max().orElse(0) + 1;
    }

    /// Another name, another filter or both.
    ///
    /// @param name null leaves it as it is
    /// @param query null leaves it as it is
    static Decision change(ViewId id, @Nullable String name, @Nullable String query) {
        var checkedName = name == null ? null : name(name);
        return now -> {
            var before = require(now, id);
            var after = new SavedView(
                    id,
                    checkedName == null ? before.name() : checkedName,
                    query == null ? before.query() : query,
                    before.position());
            requireFree(now, after);
            return after.equals(before) ? List.of() : Decision.one(new ViewChanged(after, before));
        };
    }

    static Decision delete(ViewId id) {
        return now -> Decision.one(new ViewDeleted(require(now, id)));
    }

    static List<MetadataEvent> undoCreation(Organisation now, ViewId id) {
        return now.view(id)
                .<List<MetadataEvent>>map(it -> List.of(new ViewDeleted(it)))
                .orElse(List.of());
    }

    static List<MetadataEvent> undoDeletion(Organisation now, SavedView view) {
        if (now.view(view.id()).isPresent()) {
            return List.of();
        }
        requireRoom(now, view);
        return List.of(new ViewCreated(view));
    }

    static List<MetadataEvent> undoChange(Organisation now, SavedView before) {
        var present = now.view(before.id())
                .orElseThrow(() -> new ConflictingChangeException("the view is deleted: bring it back first"));
        requireFree(now, before);
        return present.equals(before) ? List.of() : List.of(new ViewChanged(before, present));
    }

    /// A view of another history. A name that another view has here gets a number; nothing where there is no room.
    static Optional<MetadataEvent> merged(Organisation now, SavedView view) {
        if (now.view(view.id()).isEmpty() && room(now) == 0) {
            return Optional.empty();
        }
        var name = view.name();
        for (int i = 2; isTaken(now, name, view.id()); i++) {
            name = view.name() + " (" + i + ")";
        }
        return Optional.of(imported(now, new SavedView(view.id(), name, view.query(), view.position())));
    }

    /// How many more views there may be.
    static int room(Organisation now) {
        return Math.max(0, MOST - now.views().size());
    }

    /// Imports a view: changes the one that has its id, or creates it.
    static MetadataEvent imported(Organisation now, SavedView view) {
        return now.view(view.id())
                .<MetadataEvent>map(present -> new ViewChanged(view, present))
                .orElseGet(() -> new ViewCreated(view));
    }

    private static SavedView require(Organisation now, ViewId id) {
        return now.view(id).orElseThrow(() -> new NotFoundException("there is no view " + id));
    }

    private static void requireRoom(Organisation now, SavedView view) {
        if (room(now) == 0) {
            throw new ConflictingChangeException(
                    "there are " + MOST + " views, which is the most there can be: delete one first");
        }
        requireFree(now, view);
    }

    private static void requireFree(Organisation now, SavedView view) {
        if (isTaken(now, view.name(), view.id())) {
            throw new ConflictingChangeException(
                    "there is a view named " + view.name() + " already: choose another name");
        }
    }

    private static boolean isTaken(Organisation now, String name, ViewId id) {
        return now.views().stream()
                .anyMatch(other -> !other.id().equals(id) && other.name().equalsIgnoreCase(name));
    }

    private static String name(String typed) {
        var clean = Text.clean(typed);
        if (clean.isEmpty() || clean.length() > SavedView.MAX_NAME) {
            throw new InvalidChangeException(
                    "a view's name has 1 to " + SavedView.MAX_NAME + " characters, this one has " + clean.length());
        }
        return clean;
    }
}
