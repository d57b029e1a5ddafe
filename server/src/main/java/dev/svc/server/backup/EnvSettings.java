package dev.svc.server.backup;

import dev.svc.shared.config.EnvFile;
import dev.svc.shared.config.Kind.Plain;
import dev.svc.shared.config.ProgramVariable;
import dev.svc.shared.config.Variable;
import dev.svc.shared.file.WholeFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The variables of an env file that go into a backup, and those that come back out of one: the same rule both ways,
/// since a backup's lines may have been written by an attacker.
final class EnvSettings {
    /// Beside every path: `svc doctor` finds the programs of the machine that is restored to.
    private static final Set<Variable> OF_ONE_MACHINE = EnumSet.of(Variable.INSTANCE);

    private EnvSettings() {}

    /// What a backup takes.
    static Map<String, @Nullable String> of(EnvFile file, boolean secrets) {
        return sorted(file.read(), secrets).settings();
    }

    /// Which lines are taken and which are not.
    ///
    /// @param secrets whether those are taken as well
    static Sorted sorted(Map<String, String> lines, boolean secrets) {
        var settings = new LinkedHashMap<String, @Nullable String>();
        var machine = new ArrayList<String>();
        var secret = new ArrayList<String>();
        var unknown = new ArrayList<String>();
        lines.forEach((name, value) -> {
            var variable = Variable.find(name);
            if (ProgramVariable.isOne(name)) {
                machine.add(name);
            } else if (variable.isEmpty()) {
                unknown.add(name);
            } else if (isOfOneMachine(variable.get())) {
                machine.add(name);
            } else if (isSecret(variable.get()) && !secrets) {
                secret.add(name);
            } else {
                settings.put(name, value);
            }
        });
        return new Sorted(settings, machine, secret, unknown);
    }

    /// The lines of an env file by what becomes of them.
    record Sorted(
            Map<String, @Nullable String> settings, List<String> machine, List<String> secret, List<String> unknown) {}

    private static boolean isOfOneMachine(Variable variable) {
        return variable.kind() == Plain.PATH || variable.kind() == Plain.PATHS || OF_ONE_MACHINE.contains(variable);
    }

    static boolean isSecret(Variable variable) {
        return variable.kind() == Plain.SECRET || variable == Variable.FORCE_PASSWORD_CHANGE;
    }

    /// As the text of an env file.
    static byte[] text(Map<String, @Nullable String> settings) throws IOException {
        Path folder = Files.createTempDirectory("svc-backup");
        Path file = folder.resolve("env");
        try {
            new EnvFile(file).change(settings);
            return Files.readAllBytes(file);
        } finally {
            WholeFolder.remove(folder);
        }
    }
}
