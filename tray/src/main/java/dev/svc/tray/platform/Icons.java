package dev.svc.tray.platform;

import dev.svc.shared.config.Platform;
import dev.svc.tray.menu.Action;
import dev.svc.tray.platform.Art.Ground;
import dev.svc.tray.platform.sni.SniIcon;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.freedesktop.dbus.exceptions.DBusException;

/// Finds the kind of icon that this desktop shows.
public final class Icons {
    private static final Logger LOG = System.getLogger(Icons.class.getName());

    private Icons() {}

    /// Joins the desktop.
    ///
    /// @param name distinguishes this tray from those of other homes
    /// @param chosen receives what a person chose; returns at once
    public static Icon join(Platform platform, String name, Consumer<Action> chosen) {
        return switch (platform.family()) {
            case LINUX -> linux(platform, name, chosen);
            case MAC, WINDOWS -> AwtIcon.join(Ground.DARK, chosen).orElseGet(NoIcon::new);
        };
    }

    private static Icon linux(Platform platform, String name, Consumer<Action> chosen) {
        // Pixels are drawn in memory; no second toolkit opens the display.
        System.setProperty("java.awt.headless", "true");
        var address = busAddress(platform.environment());
        if (address.isEmpty()) {
            return new NoIcon();
        }
        try {
            return SniIcon.join(address.get(), name, ground(platform.environment()), chosen);
        } catch (DBusException noBus) {
            LOG.log(Level.WARNING, "The session bus {0} cannot be joined, so there is no icon", address.get());
            return new NoIcon();
        }
    }

    private static Optional<String> busAddress(Map<String, String> environment) {
        String named = environment.getOrDefault("DBUS_SESSION_BUS_ADDRESS", "");
        if (!named.isBlank()) {
            return Optional.of(named);
        }
        String runtime = environment.getOrDefault("XDG_RUNTIME_DIR", "");
        Path usual = Path.of(runtime.isBlank() ? "/nonexistent" : runtime, "bus");
        return Files.exists(usual) ? Optional.of("unix:path=" + usual) : Optional.empty();
    }

    /// Panels are dark nearly everywhere; a theme that calls itself light has a light one.
    private static Ground ground(Map<String, String> environment) {
        return environment.getOrDefault("GTK_THEME", "").endsWith(":light") ? Ground.LIGHT : Ground.DARK;
    }
}
