package dev.svc.server.engine.opencode;

import dev.svc.server.engine.Manifest;
import dev.svc.server.session.EngineKey;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// One of the programs that are opencode under a name of their own: the same store, words and server, elsewhere.
///
/// @param name of its command, its folders and its database
/// @param prefix of its variables
/// @param more verbs of its own that open no session in a terminal
record Brand(Manifest manifest, String name, String prefix, Set<String> more) {
    private static final Set<String> NO_TERMINAL = Set.of(
            "acp",
            "mcp",
            "auth",
            "providers",
            "models",
            "upgrade",
            "uninstall",
            "agent",
            "stats",
            "export",
            "import",
            "github",
            "pr",
            "session",
            "db",
            "debug",
            "completion",
            "plugin");

    /// The programs' own shape of an id: 12 hex digits of an inverted time, 14 characters of chance.
    static final Pattern ID = Pattern.compile("ses_[0-9a-f]{12}[0-9A-Za-z]{14}");

    /// Each goes on in the session's own folder, wherever it is started.
    private static final Manifest.Arguments ARGUMENTS = new Manifest.Arguments(
            List.of("{folder}", "--session", "{id}", "{bypass}"),
            List.of("{folder}", "{bypass}"),
            List.of("--auto"),
            List.of("--prompt={prompt}"),
            false);

    static final Brand OPENCODE = new Brand(
            new Manifest(
                    EngineKey.OPENCODE,
                    "opencode",
                    "opencode",
                    ID,
                    true,
                    new Manifest.Command("opencode", List.of(".opencode/bin"), "npm i -g opencode-ai"),
                    new Manifest.Variables("SVC_ENGINE3_BIN", "SVC_ENGINE3_DB", "~/.local/share/opencode/opencode.db"),
                    ARGUMENTS,
                    variables("OPENCODE_"),
                    new Manifest.Look(
                            new Manifest.Colors("#586010", "#b3bd62", "#e0ea86"),
                            "M6 2.75H2.75v10.5H6M10 2.75h3.25v10.5H10")),
            "opencode",
            "OPENCODE_",
            Set.of());

    static final Brand KILO = new Brand(
            new Manifest(
                    EngineKey.KILO,
                    "kilo",
                    "Kilo",
                    ID,
                    true,
                    new Manifest.Command("kilo", List.of(".kilo/bin"), "npm i -g @kilocode/cli"),
                    new Manifest.Variables("SVC_ENGINE8_BIN", "SVC_ENGINE8_DB", "~/.local/share/kilo/kilo.db"),
                    ARGUMENTS,
                    variables("KILO_"),
                    new Manifest.Look(
                            new Manifest.Colors("#7a5200", "#e0b44c", "#ffd978"),
                            "M3.5 2.75v10.5M12.5 2.75L4 8l8.5 5.25M9.5 11.4l-2.6-5.2")),
            "kilo",
            "KILO_",
            Set.of(
                    "cloud",
                    "config",
                    "console",
                    "daemon",
                    "help",
                    "plug",
                    "profile",
                    "remote",
                    "roll-call",
                    "worktree"));

    private static Manifest.Environment variables(String prefix) {
        var ofSession = Stream.of("PID", "RUN_ID", "PROCESS_ROLE", "CLIENT", "TERMINAL")
                .map(prefix::concat)
                .toList();
        return new Manifest.Environment(List.of(prefix), ofSession);
    }

    EngineKey key() {
        return manifest.key();
    }

    String database() {
        return name + ".db";
    }

    /// One of its variables by the end of its name.
    String variable(String end) {
        return prefix + end;
    }

    /// Whether a process with this verb has no session in a terminal.
    boolean isSilent(String verb) {
        return NO_TERMINAL.contains(verb) || more.contains(verb);
    }

    NoSuchFileException unknown(String nativeId) {
        return new NoSuchFileException(nativeId, null, "no such session of " + manifest.label());
    }
}
