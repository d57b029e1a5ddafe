package dev.svc.server.backup;

import dev.svc.shared.config.Variable;
import dev.svc.shared.text.Shown;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a backup brings beside its journal, in sentences: which settings change, and what was left out and why.
public record Brought(List<String> sentences) {
    static final Brought NOTHING = new Brought(List.of());

    /// @param sorted the lines of the backup's env file
    /// @param present the lines of the home's own
    /// @param secrets what is left of the secrets, and how to have them
    static Brought of(EnvSettings.Sorted sorted, Map<String, String> present, Optional<String> secrets) {
        var sentences = new ArrayList<String>();
        sorted.settings().forEach((name, value) -> change(name, value, present).ifPresent(sentences::add));
        if (!sentences.isEmpty()) {
            sentences.addFirst("These settings come from the backup; look through them before you start the service:");
        }
        secrets.ifPresent(sentences::add);
        left(sorted.machine(), "because they are paths and names of one machine")
                .ifPresent(sentences::add);
        left(sorted.unknown(), "because svc does not know them").ifPresent(sentences::add);
        return new Brought(List.copyOf(sentences));
    }

    /// With what the settings in the journal are.
    Brought and(List<String> steering) {
        if (steering.isEmpty()) {
            return this;
        }
        var all = new ArrayList<>(sentences);
        all.add("The settings in its journal are:");
        steering.forEach(line -> all.add("  " + Shown.line(line)));
        return new Brought(List.copyOf(all));
    }

    private static Optional<String> change(String name, @Nullable String value, Map<String, String> present) {
        String before = present.get(name);
        if (value == null || Objects.equals(value, before)) {
            return Optional.empty();
        }
        Variable variable = Variable.find(name).orElseThrow();
        if (EnvSettings.isSecret(variable)) {
            return Optional.of("  " + name + " is another one");
        }
        return before == null && value.equals(variable.defaultText())
                ? Optional.empty()
                : Optional.of("  %s=%s, before: %s"
                        .formatted(name, Shown.line(value), before == null ? unset(variable) : Shown.line(before)));
    }

    private static String unset(Variable variable) {
        return variable.defaultText().isEmpty() ? "not set" : "not set, which means " + variable.defaultText();
    }

    private static Optional<String> left(List<String> names, String why) {
        return names.isEmpty() ? Optional.empty() : Optional.of("Not taken, %s: %s.".formatted(why, Shown.list(names)));
    }
}
