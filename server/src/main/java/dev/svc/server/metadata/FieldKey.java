package dev.svc.server.metadata;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.server.metadata.event.MetadataEvent;
import dev.svc.server.metadata.event.MetadataEvent.*;
import java.util.HashSet;
import java.util.Set;

/// The individual fields that an event sets, by name: two events conflict when they share one.
final class FieldKey {
    private static final String HANDED_TO = "/handed_to";
    private static final String HANDED_FROM = "/handed_from";
    private static final String CONTINUING = "/continue_at";

    private FieldKey() {}

    static Set<String> of(MetadataEvent event) {
        return switch (event) {
            case Renamed e -> Set.of(e.session() + "/title");
            case Favourited e -> Set.of(e.session() + "/sticky");
            case Unfavourited e -> Set.of(e.session() + "/sticky");
            case Archived e -> Set.of(e.session() + "/archived");
            case Unarchived e -> Set.of(e.session() + "/archived");
            case ArchiveCleared e -> Set.of(e.session() + "/archived");
            case Assigned e -> Set.of(e.session() + "/project");
            case Unassigned e -> Set.of(e.session() + "/project");
            case Snoozed e -> Set.of(e.session() + "/snoozed");
            case Woken e -> Set.of(e.session() + "/snoozed");
            case HandedTo e -> Set.of(e.session() + HANDED_TO);
            case HandedFrom e -> Set.of(e.session() + HANDED_FROM);
            case ContinueSet e -> Set.of(e.session() + CONTINUING);
            case ContinueCancelled e -> Set.of(e.session() + CONTINUING);
            case ContinueEnded e -> Set.of(e.session() + CONTINUING);
            case Imported e -> marksOf(e.session().toString());
            case Adopted e -> adoption(e);
            case ProjectCreated e -> Set.of("project/" + e.project());
            case ProjectDeleted e -> Set.of("project/" + e.project(), "project/" + e.project() + "/archived");
            case ProjectChanged e -> Set.of("project/" + e.project());
            case ProjectImported e -> Set.of("project/" + e.project(), "project/" + e.project() + "/archived");
            case ProjectArchived e -> Set.of("project/" + e.project() + "/archived");
            case ProjectUnarchived e -> Set.of("project/" + e.project() + "/archived");
            case ViewCreated _, ViewChanged _, ViewDeleted _ -> Set.of("view/" + ((OfView) event).view());
            case SettingsChanged e -> leaves("settings", e.patch(), new HashSet<>());
            case PrefsChanged e -> leaves("prefs", e.patch(), new HashSet<>());
            case JournalRepaired _, Security _ -> Set.of();
        };
    }

    private static Set<String> marksOf(String session) {
        return Set.of(
                session + "/title",
                session + "/sticky",
                session + "/archived",
                session + "/project",
                session + "/snoozed",
                session + HANDED_TO,
                session + HANDED_FROM,
                session + CONTINUING);
    }

    /// Links to other sessions only follow it: they stay as somebody made them.
    private static Set<String> adoption(Adopted adopted) {
        var touched = new HashSet<>(marksOf(adopted.placeholder().toString()));
        touched.addAll(marksOf(adopted.session().toString()));
        touched.removeIf(field -> field.endsWith(HANDED_TO) || field.endsWith(HANDED_FROM));
        return touched;
    }

    private static Set<String> leaves(String path, ObjectNode patch, Set<String> into) {
        patch.properties().forEach(change -> {
            var name = path + '/' + change.getKey();
            if (change.getValue() instanceof ObjectNode below) {
                leaves(name, below, into);
            } else {
                into.add(name);
            }
        });
        return into;
    }
}
