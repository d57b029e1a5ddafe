package dev.svc.server.setting;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.metadata.event.Actor;
import dev.svc.server.setting.Setting.Journaled;
import dev.svc.server.setting.Setting.Kept;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Everything that people can set while the service runs. Read at each use, so that a change needs no restart.
public final class Settings {
    private final Metadata metadata;
    private final InstantSource clock;
    private final Map<String, Section> sections = new LinkedHashMap<>();

    public Settings(Metadata metadata, InstantSource clock, List<Section> sections) {
        this.metadata = metadata;
        this.clock = clock;
        sections.forEach(section -> this.sections.put(section.name(), section));
    }

    /// Every section with every key, as people may see it.
    public ObjectNode view() {
        var view = JsonNodeFactory.instance.objectNode();
        sections.values().forEach(section -> {
            var below = view.putObject(section.name());
            section.settings().forEach(setting -> below.set(setting.name(), value(section, setting)));
        });
        return view;
    }

    /// The values in force.
    public JsonNode value(String section, String name) {
        var known = sections.get(section);
        if (known == null) {
            throw new IllegalArgumentException("no section " + section);
        }
        return value(known, known.find(name).orElseThrow());
    }

    private JsonNode value(Section section, Setting setting) {
        return switch (setting) {
            case Kept it -> it.shown().get();
            case Journaled it -> {
                var set = metadata.organisation().setting(section.name() + "." + it.name());
                yield isUsable(it.kind(), set) ? set : it.otherwise().get();
            }
        };
    }

    /// A sidecar edited by hand may contain anything.
    private static boolean isUsable(Kind kind, JsonNode value) {
        return kind.isTypeOf(value) && kind.allows(value);
    }

    /// A merge patch of known keys; null removes a value, so that the variable's default counts again. All or nothing.
    public synchronized void change(ObjectNode patch, Actor actor) {
        var wanted = Wanted.of(patch, sections, clock.instant(), this::value);
        var _ = metadata.changeSettings(wanted.journaled(), actor);
        wanted.keep();
    }

    /// Records that another owner changed a value that is not kept here.
    public void changedElsewhere(String section, String name, Actor actor) {
        var patch = JsonNodeFactory.instance.objectNode();
        Wanted.changedNow(patch.putObject(section), name, clock.instant());
        var _ = metadata.changeSettings(patch, actor);
    }
}
