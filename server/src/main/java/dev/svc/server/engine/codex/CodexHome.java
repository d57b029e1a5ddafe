package dev.svc.server.engine.codex;

import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.file.StoreTree;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/// Where Codex keeps things: the folder that `CODEX_HOME` names, `~/.codex` by default.
///
/// @param sessions the tree of rollouts; the archived ones and the names lie beside it
/// @param told the variables the program needs, because it would look elsewhere
record CodexHome(Path sessions, Optional<Path> told) {
    static final Pattern ID = Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");
    static final String ARCHIVE = "archived_sessions";
    static final String INDEX = "session_index.jsonl";

    private static final String SESSIONS = "sessions";

    /// A newer name has an id of the rollout's own behind that of its thread, which is the one that resumes.
    private static final Pattern ROLLOUT =
            Pattern.compile("rollout-.*-(" + ID.pattern() + ")(_" + ID.pattern() + ")?\\.jsonl(\\.zst)?");

    static CodexHome of(EngineSettings settings) {
        var usual = settings.home().resolve(".codex");
        var root = settings.pathFrom("CODEX_HOME").orElse(usual);
        var override = settings.storeOverride();
        if (override != null && SESSIONS.equals(String.valueOf(override.getFileName()))) {
            root = override.resolveSibling("");
        }
        var sessions = override != null ? override : root.resolve(SESSIONS);
        return new CodexHome(sessions, Optional.of(root).filter(place -> !place.equals(usual)));
    }

    StoreTree live() {
        return new StoreTree(sessions);
    }

    StoreTree archive() {
        return new StoreTree(sessions.resolveSibling(ARCHIVE));
    }

    /// Where the index of names lies.
    StoreTree beside() {
        return new StoreTree(sessions.resolveSibling(""));
    }

    /// The id of the session in a rollout's name; empty for any other file.
    static Optional<String> id(String fileName) {
        var matcher = ROLLOUT.matcher(fileName);
        return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
    }
}
