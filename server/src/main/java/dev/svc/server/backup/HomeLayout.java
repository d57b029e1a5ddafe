package dev.svc.server.backup;

import dev.svc.shared.config.Config;
import dev.svc.shared.config.EnvFile;
import dev.svc.shared.config.Variable;
import java.nio.file.Path;

/// Where the parts of one home lie.
///
/// @param data where a restoration is laid ready, and what it replaces is kept
public record HomeLayout(Path data, Path journal, Path sidecar, Path prefs, Path uploads, Path twoFactor, EnvFile env) {

    public static HomeLayout of(Config config) {
        return new HomeLayout(
                config.home().data(),
                config.path(Variable.JOURNAL_DIR),
                config.path(Variable.METADATA),
                config.path(Variable.PREFS),
                config.home().uploads(),
                config.path(Variable.TWO_FACTOR_FILE),
                config.envFile());
    }
}
