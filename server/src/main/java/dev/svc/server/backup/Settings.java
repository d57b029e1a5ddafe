package dev.svc.server.backup;

import dev.svc.shared.config.EnvFile;
import dev.svc.shared.config.Kind.Plain;
import dev.svc.shared.config.Variable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The variables of an env file that go into a backup and come back out of it.
final class Settings {
    /// `svc doctor` finds the programs of the machine that is restored to.
    private static final Set<Variable> OF_ONE_MACHINE = EnumSet.of(
            Variable.HOME,
            Variable.INSTANCE,
            Variable.ENV_FILE,
            Variable.WEB_DIST,
            Variable.ENGINE1_BIN,
            Variable.ENGINE2_BIN,
            Variable.ENGINE3_BIN,
            Variable.ENGINE4_BIN,
            Variable.ENGINE5_BIN,
            Variable.ENGINE6_BIN,
            Variable.DTACH_BIN);

    private Settings() {}

    static Map<String, @Nullable String> of(EnvFile file, boolean secrets) {
        Map<String, String> values = file.read();
        var kept = new LinkedHashMap<String, @Nullable String>();
        for (Variable variable : Variable.values()) {
            String value = values.get(variable.variableName());
            boolean isSecret = variable.kind() == Plain.SECRET || variable == Variable.FORCE_PASSWORD_CHANGE;
            if (value != null && !OF_ONE_MACHINE.contains(variable) && (secrets || !isSecret)) {
                kept.put(variable.variableName(), value);
            }
        }
        return kept;
    }

    /// As the text of an env file.
    static byte[] text(Map<String, @Nullable String> settings) throws IOException {
        Path folder = Files.createTempDirectory("svc-backup");
        Path file = folder.resolve("env");
        try {
            new EnvFile(file).change(settings);
            return Files.readAllBytes(file);
        } finally {
            Files.deleteIfExists(file);
            Files.delete(folder);
        }
    }
}
