package dev.svc.server.setting;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.server.setting.Setting.Journaled;
import dev.svc.server.setting.Setting.Kept;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A change to the settings, validated as a whole before any part of it is made.
final class Wanted {
    private static final String CHANGED_AT = "_changed_at";

    private final ObjectNode journaled = JsonNodeFactory.instance.objectNode();
    private final List<Keeping> keepings = new ArrayList<>();

    private record Keeping(Section section, Kept setting, JsonNode value) {
        String field() {
            return section.name() + "." + setting.name();
        }
    }

    /// What a journaled setting is now.
    @FunctionalInterface
    interface Current {
        JsonNode of(Section section, Setting setting);
    }

    static Wanted of(ObjectNode patch, Map<String, Section> sections, Instant now, Current current) {
        var wanted = new Wanted();
        patch.properties().forEach(entry -> {
            var section = sections.get(entry.getKey());
            if (section == null) {
                throw new UnfitSettingException(
                        entry.getKey(), "There is no setting %s.".formatted(entry.getKey()), false);
            }
            wanted.add(section, entry.getValue(), now);
        });
        wanted.keepings.forEach(it -> wanted.requireFit(it, current));
        return wanted;
    }

    private void requireFit(Keeping keeping, Current current) {
        var after = JsonNodeFactory.instance.objectNode();
        for (var setting : keeping.section().settings()) {
            if (setting instanceof Journaled it) {
                var change = journaled.path(keeping.section().name()).get(it.name());
                after.set(
                        it.name(),
                        change == null
                                ? current.of(keeping.section(), it)
                                : change.isNull() ? it.otherwise().get() : change);
            }
        }
        keeping.setting().fit().objection(keeping.value(), after).ifPresent(sentence -> {
            throw new UnfitSettingException(keeping.field(), sentence, false);
        });
    }

    private void add(Section section, JsonNode patch, Instant now) {
        if (!(patch instanceof ObjectNode keys)) {
            throw new UnfitSettingException(section.name(), section.name() + " takes an object.", true);
        }
        var below = journaled.putObject(section.name());
        keys.properties().forEach(entry -> {
            var field = section.name() + "." + entry.getKey();
            var setting = section.find(entry.getKey())
                    .orElseThrow(
                            () -> new UnfitSettingException(field, "There is no setting %s.".formatted(field), false));
            check(field, setting.kind(), entry.getValue());
            add(section, setting, entry.getValue(), below, now);
        });
    }

    /// Null is not a value: it removes one.
    private static void check(String field, Kind kind, JsonNode value) {
        boolean ofType = value.isNull() || kind.isTypeOf(value);
        if (!ofType || !(value.isNull() || kind.allows(value))) {
            throw new UnfitSettingException(field, "%s takes %s.".formatted(field, kind.words()), !ofType);
        }
    }

    private void add(Section section, Setting setting, JsonNode value, ObjectNode below, Instant now) {
        switch (setting) {
            case Journaled it -> below.set(it.name(), value);
            case Kept it -> {
                if (it.isSecret() || !value.equals(it.shown().get())) {
                    changedNow(below, it.name(), now);
                    keepings.add(new Keeping(section, it, value));
                }
            }
        }
    }

    /// What the journal records about a value that it does not keep.
    static void changedNow(ObjectNode section, String name, Instant now) {
        section.put(name + CHANGED_AT, now.toString());
    }

    ObjectNode journaled() {
        return journaled;
    }

    void keep() {
        for (var keeping : keepings) {
            try {
                keeping.setting().keeper().keep(keeping.value());
            } catch (IOException failed) {
                throw new NotKeptException(keeping.field(), failed);
            }
        }
    }
}
