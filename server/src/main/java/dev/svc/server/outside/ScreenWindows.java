package dev.svc.server.outside;

import dev.svc.server.engine.Launch;
import dev.svc.server.engine.outside.LivingProcess;
import dev.svc.server.session.Elsewhere.Where;
import dev.svc.shared.control.Command;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// Windows of GNU screen, by the variables that it gives to what it starts.
final class ScreenWindows {
    private static final Pattern SESSION = Pattern.compile("([0-9]{1,10})\\.([A-Za-z0-9._-]{1,80})");
    private static final Pattern WINDOW = Pattern.compile("[0-9]{1,4}");

    private final Optional<Path> screen;
    private final ProcessTable processes;

    ScreenWindows(Command commands, ProcessTable processes) {
        this.screen = commands.find("screen");
        this.processes = processes;
    }

    /// The window that shows the process. Variables are inherited: the one that holds its windows has to be above it.
    Optional<Place> find(LivingProcess process) {
        var session = SESSION.matcher(process.environment().getOrDefault("STY", ""));
        var window = process.environment().getOrDefault("WINDOW", "");
        if (screen.isEmpty()
                || !session.matches()
                || !WINDOW.matcher(window).matches()
                || process.terminal() == null
                || !new Above(processes).isBelow(process, Long.parseLong(session.group(1)))) {
            return Optional.empty();
        }
        var folder = process.environment().get("SCREENDIR");
        return Optional.of(new Place(
                Where.SCREEN,
                session.group(2) + ":" + window,
                () -> new Launch(
                        List.of(screen.get().toString(), "-x", session.group(), "-p", window),
                        folder == null ? Map.of() : Map.of("SCREENDIR", folder)),
                null));
    }
}
