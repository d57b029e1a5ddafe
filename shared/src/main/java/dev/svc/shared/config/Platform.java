package dev.svc.shared.config;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/// The conventions of the operating system that the program runs on.
///
/// @param userHome the person's home folder: `$HOME`, else according to the operating system
public record Platform(Family family, Path userHome, Map<String, String> environment) {

    /// Operating systems by their conventions.
    public enum Family {
        LINUX,
        MAC,
        WINDOWS
    }

    public static Platform current() {
        return of(System.getProperty("os.name", ""), System.getProperty("user.home", "/"), System.getenv());
    }

    static Platform of(String osName, String userHome, Map<String, String> environment) {
        String home = environment.getOrDefault("HOME", "");
        return new Platform(familyOf(osName), Path.of(home.isBlank() ? userHome : home), environment);
    }

    private static Family familyOf(String osName) {
        String name = osName.toLowerCase(Locale.ROOT);
        if (name.startsWith("mac")) {
            return Family.MAC;
        }
        return name.startsWith("windows") ? Family.WINDOWS : Family.LINUX;
    }

    /// Where programs keep a user's data.
    public Path userData() {
        return switch (family) {
            case LINUX -> fromEnvironment("XDG_DATA_HOME", ".local/share");
            case MAC -> userHome.resolve("Library/Application Support");
            case WINDOWS -> fromEnvironment("LOCALAPPDATA", "AppData/Local");
        };
    }

    private Path fromEnvironment(String variable, String otherwise) {
        String value = environment.getOrDefault(variable, "");
        return value.isBlank() || !Path.of(value).isAbsolute() ? userHome.resolve(otherwise) : Path.of(value);
    }

    /// Reads a path as people write it: `~` is the home folder, anything else must be absolute.
    Path path(String variableName, String text) {
        if (text.equals("~") || text.startsWith("~/")) {
            return userHome.resolve(text.length() < 2 ? "" : text.substring(2)).normalize();
        }
        Path path = Path.of(text);
        if (!path.isAbsolute()) {
            throw new ConfigException("%s=%s is relative: give the whole path.".formatted(variableName, text));
        }
        return path.normalize();
    }
}
