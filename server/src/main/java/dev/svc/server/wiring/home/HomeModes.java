package dev.svc.server.wiring.home;

import dev.svc.shared.config.Home;
import dev.svc.shared.file.OwnerOnly;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// Restricts the permissions of the service's home: it may be older than svc, copied without its modes, or edited.
///
/// The home itself, the releases in it and foreign files keep theirs. `env` and `2fa.json` are excluded: once others
/// could read them they are no longer secret, and the start says so.
public final class HomeModes {
    private static final Logger LOG = System.getLogger(HomeModes.class.getName());

    private static final Set<String> FOLDERS = Set.of(
            "journal",
            "cache",
            "logs",
            "uploads",
            "locks",
            "run",
            "scrollback",
            "search",
            "handed",
            "shares",
            "shells",
            "usage");
    private static final Pattern PUT_ASIDE = Pattern.compile("(?:restored|restoring|replaced)-.*");
    private static final Pattern FILES = Pattern.compile(
            "(?:metadata|prefs|logins|reviews|live|push-devices|push-secrets)\\.json(?:\\..*)?|(?:ai-review|push)\\.key|deeds(?:\\..*)?|svc\\.lock|started");

    private final Home home;
    private int closed;

    private HomeModes(Home home) {
        this.home = home;
    }

    /// Files of other owners, or that cannot be changed, stay as they are, with a line in the log.
    public static void mend(Home home) {
        new HomeModes(home).mend();
    }

    private void mend() {
        try {
            for (Path entry : in(home.data())) {
                if (isOurs(entry)) {
                    mend(entry);
                }
            }
        } catch (IOException | UncheckedIOException refused) {
            LOG.log(Level.WARNING, "not everything in {0} can be made private: {1}", home.data(), refused.toString());
        }
        if (closed > 0) {
            LOG.log(
                    Level.INFO,
                    "{0} files and folders in {1} were open to other users and are private now",
                    closed,
                    home.data());
        }
    }

    private static boolean isOurs(Path entry) {
        String name = entry.getFileName().toString();
        return Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)
                ? FOLDERS.contains(name) || PUT_ASIDE.matcher(name).matches()
                : FILES.matcher(name).matches();
    }

    /// Folders first: nobody looks in while their files are mended.
    private void mend(Path ours) throws IOException {
        var waiting = new ArrayDeque<Path>(List.of(ours));
        while (!waiting.isEmpty()) {
            Path next = waiting.remove();
            if (OwnerOnly.close(next)) {
                closed++;
            }
            if (Files.isDirectory(next, LinkOption.NOFOLLOW_LINKS)) {
                waiting.addAll(in(next));
            }
        }
    }

    private static List<Path> in(Path folder) throws IOException {
        try (var entries = Files.list(folder)) {
            return entries.toList();
        }
    }
}
