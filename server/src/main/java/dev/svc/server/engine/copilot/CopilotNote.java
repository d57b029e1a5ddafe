package dev.svc.server.engine.copilot;

import dev.svc.server.engine.file.Excerpt;
import dev.svc.server.engine.json.Timestamp;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// What workspace.yaml says of a session.
///
/// @param name what a person called it, or else the program: at first by the words of the first prompt. Nothing before
///     something was said
/// @param isWhole whether all of it was understood
record CopilotNote(
        @Nullable String name,
        @Nullable String cwd,
        @Nullable String branch,
        @Nullable Instant created,
        boolean isWhole) {
    static final CopilotNote NONE = new CopilotNote(null, null, null, null, true);
    static final CopilotNote DAMAGED = new CopilotNote(null, null, null, null, false);

    /// A name may be as long as a prompt; of a longer note this is read.
    static final int MOST = 1 << 20;

    static CopilotNote of(byte[] bytes) {
        var text = new String(bytes, 0, Math.min(bytes.length, MOST), StandardCharsets.UTF_8);
        var yaml = FlatYaml.parse(text);
        return new CopilotNote(
                yaml.find("name").map(Excerpt::title).orElse(null),
                yaml.find("cwd").map(CopilotNote::folder).orElse(null),
                yaml.find("branch").map(Excerpt::title).orElse(null),
                yaml.find("created_at").flatMap(Timestamp::find).orElse(null),
                yaml.isWhole());
    }

    /// An absolute path that a file system can hold; null for anything else.
    static @Nullable String folder(String path) {
        return path.startsWith("/") && path.indexOf('\0') < 0 ? path : null;
    }
}
