package dev.svc.shared.control;

import dev.svc.shared.config.Config;
import dev.svc.shared.config.Variable;
import java.nio.file.Path;
import java.util.regex.Pattern;

/// Which home a unit or an agent serves: one host may have several, and none may be stopped in place of another.
///
/// @param label of the instance; empty for the one without
/// @param isUsual whether the home is where it lies unless somebody says otherwise
record Ownership(Path root, String label, boolean isUsual) {
    private static final Pattern OTHER_HOME = Pattern.compile("SVC_HOME\\b");

    static Ownership of(Config config) {
        Path root = config.home().root();
        return new Ownership(
                root,
                config.text(Variable.INSTANCE),
                root.equals(config.platform().userData().resolve("svc")));
    }

    /// Whether a service described by this text is the one of this home.
    boolean isNamedBy(String description) {
        boolean named = Pattern.compile("(?<![\\w/.-])" + Pattern.quote(root.toString()) + "(?![\\w.-])")
                .matcher(description)
                .find();
        return named || (isUsual && !OTHER_HOME.matcher(description).find());
    }
}
