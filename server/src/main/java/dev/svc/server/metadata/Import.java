package dev.svc.server.metadata;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.server.metadata.event.Marks;
import dev.svc.server.metadata.event.MetadataEvent;
import dev.svc.server.metadata.event.MetadataEvent.*;
import dev.svc.server.metadata.event.Patch;
import dev.svc.server.metadata.fold.Organisation;
import dev.svc.server.session.SessionId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;

/// Applies the difference between two states seen outside, and leaves everything else as it is now. Pure.
final class Import implements Decision {
    private final Organisation base;
    private final Organisation wanted;

    /// @param base what was there before somebody changed it elsewhere
    /// @param wanted the state after that change
    Import(Organisation base, Organisation wanted) {
        this.base = base;
        this.wanted = wanted;
    }

    @Override
    public List<Draft> on(Organisation now) {
        var events = new ArrayList<MetadataEvent>();
        projects(now, events);
        aliases(now, events);
        marks(now, events);
        deletedProjects(now, events);
        views(now, events);
        settings(now, events);
        return events.stream().map(Draft::of).toList();
    }

    private void projects(Organisation now, List<MetadataEvent> events) {
        for (var project : wanted.projects()) {
            var present = now.project(project.id()).orElse(null);
            boolean changed = !base.project(project.id()).map(project::equals).orElse(false);
            if (changed && !project.equals(present)) {
                events.add(new ProjectImported(project, present));
            }
        }
    }

    private void aliases(Organisation now, List<MetadataEvent> events) {
        wanted.aliases().forEach((placeholder, real) -> {
            if (now.resolve(placeholder).equals(placeholder) && placeholder.isPlaceholder()) {
                events.add(new Adopted(placeholder, real, now.marks(placeholder), now.marks(real)));
            }
        });
    }

    private void marks(Organisation now, List<MetadataEvent> events) {
        Map<SessionId, Marks> before = base.marked();
        Map<SessionId, Marks> after = wanted.marked();
        var all = new TreeSet<>(before.keySet());
        all.addAll(after.keySet());
        for (var session : all) {
            var present = now.marks(session);
            // What is typed into a program at a time is never what a file says.
            var plan = present.continuing();
            var marks = after.getOrDefault(session, Marks.NONE).continuing(plan);
            var former = before.getOrDefault(session, Marks.NONE).continuing(plan);
            if (!marks.equals(former) && !marks.equals(present)) {
                events.add(new Imported(now.resolve(session), marks, present));
            }
        }
    }

    private void deletedProjects(Organisation now, List<MetadataEvent> events) {
        for (var project : base.projects()) {
            var present = now.project(project.id());
            if (wanted.project(project.id()).isEmpty() && present.isPresent()) {
                events.add(new ProjectDeleted(present.get()));
            }
        }
    }

    private void views(Organisation now, List<MetadataEvent> events) {
        int room = ViewDecisions.room(now);
        for (var view : wanted.views()) {
            boolean changed = !base.view(view.id()).map(view::equals).orElse(false);
            if (changed && !now.view(view.id()).map(view::equals).orElse(false)) {
                boolean isNew = now.view(view.id()).isEmpty();
                if (!isNew || room-- > 0) {
                    events.add(ViewDecisions.imported(now, view));
                }
            }
        }
        for (var view : base.views()) {
            var present = now.view(view.id());
            if (wanted.view(view.id()).isEmpty() && present.isPresent()) {
                events.add(new ViewDeleted(present.get()));
            }
        }
    }

    private void settings(Organisation now, List<MetadataEvent> events) {
        var settings = Patch.reduced(now.settings(), difference(base.settings(), wanted.settings()));
        if (!settings.isEmpty()) {
            events.add(new SettingsChanged(settings, Patch.inverse(now.settings(), settings)));
        }
        var prefs = Patch.reduced(now.prefs(), difference(base.prefs(), wanted.prefs()));
        if (!prefs.isEmpty()) {
            events.add(new PrefsChanged(prefs, Patch.inverse(now.prefs(), prefs)));
        }
    }

    /// The merge patch that leads from one object to the other.
    private static ObjectNode difference(ObjectNode from, ObjectNode to) {
        var patch = JsonNodeFactory.instance.objectNode();
        from.fieldNames().forEachRemaining(name -> {
            if (!to.has(name)) {
                patch.putNull(name);
            }
        });
        to.properties().forEach(field -> {
            var before = from.get(field.getKey());
            if (before instanceof ObjectNode below && field.getValue() instanceof ObjectNode above) {
                var inner = difference(below, above);
                if (!inner.isEmpty()) {
                    patch.set(field.getKey(), inner);
                }
            } else if (!Objects.equals(before, field.getValue())) {
                patch.set(field.getKey(), field.getValue());
            }
        });
        return patch;
    }
}
