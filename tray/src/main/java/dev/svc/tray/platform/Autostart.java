package dev.svc.tray.platform;

import dev.svc.shared.config.Platform;
import dev.svc.shared.control.ControlException;
import dev.svc.shared.file.AtomicFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Whether the tray begins when the person logs in to the desktop: one file in the place that each desktop reads.
public final class Autostart {
    private static final List<String> CARRIED = List.of("SVC_HOME", "SVC_INSTANCE", "SVC_ENV_FILE");

    private final Platform platform;
    private final String svc;
    private final Path file;

    /// For one home.
    ///
    /// @param svc the command svc
    public Autostart(Platform platform, Path svc) {
        this.platform = platform;
        this.svc = svc.toString();
        this.file = file(platform);
    }

    private static Path file(Platform platform) {
        String label = platform.environment().getOrDefault("SVC_INSTANCE", "");
        String name = label.isBlank() ? "" : "-" + label;
        return switch (platform.family()) {
            case LINUX -> config(platform).resolve("autostart/svc-tray" + name + ".desktop");
            case MAC ->
                platform.userHome().resolve("Library/LaunchAgents/dev.svc.tray" + name.replace('-', '.') + ".plist");
            case WINDOWS ->
                Path.of(platform.environment().getOrDefault("APPDATA", platform.userHome() + "/AppData/Roaming"))
                        .resolve("Microsoft/Windows/Start Menu/Programs/Startup/svc-tray" + name + ".cmd");
        };
    }

    private static Path config(Platform platform) {
        String named = platform.environment().getOrDefault("XDG_CONFIG_HOME", "");
        return named.isBlank() ? platform.userHome().resolve(".config") : Path.of(named);
    }

    public boolean isOn() {
        return Files.isRegularFile(file);
    }

    public void set(boolean on) {
        try {
            if (on) {
                AtomicFile.write(file, text().getBytes(StandardCharsets.UTF_8));
            } else {
                Files.deleteIfExists(file);
            }
        } catch (IOException failure) {
            throw new ControlException("%s cannot be changed: %s".formatted(file, failure.getMessage()));
        }
    }

    private String text() {
        return switch (platform.family()) {
            case LINUX -> desktopEntry();
            case MAC -> propertyList();
            case WINDOWS -> batch();
        };
    }

    /// What tells this home from another.
    private Map<String, String> carried() {
        var carried = new TreeMap<>(platform.environment());
        carried.keySet().retainAll(CARRIED);
        carried.values().removeIf(String::isBlank);
        return carried;
    }

    private String desktopEntry() {
        String variables = carried().entrySet().stream()
                .map(it -> " " + desktopQuoted(it.getKey() + "=" + it.getValue()))
                .collect(Collectors.joining());
        return """
                [Desktop Entry]
                Type=Application
                Name=svc
                Comment=The sessions of coding agents at hand
                Icon=svc
                Exec=env%s %s tray
                Terminal=false
                """.formatted(variables, desktopQuoted(svc));
    }

    /// By the rules of desktop entries: quoted once for the command and once for the file, and % begins a code.
    private static String desktopQuoted(String text) {
        String quoted = text.replaceAll("[\"`$\\\\]", "\\\\$0");
        return "\"" + quoted.replace("\\", "\\\\").replace("%", "%%") + "\"";
    }

    private String propertyList() {
        String variables = carried().entrySet().stream()
                .map(it -> "<key>%s</key><string>%s</string>".formatted(it.getKey(), xml(it.getValue())))
                .collect(Collectors.joining());
        return """
                <?xml version="1.0" encoding="UTF-8"?>
                <plist version="1.0"><dict>
                <key>Label</key><string>%s</string>
                <key>ProgramArguments</key><array><string>%s</string><string>tray</string></array>
                <key>EnvironmentVariables</key><dict>%s</dict>
                <key>RunAtLoad</key><true/>
                </dict></plist>
                """.formatted(String.valueOf(file.getFileName()).replace(".plist", ""), xml(svc), variables);
    }

    private static String xml(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    private String batch() {
        String variables = carried().entrySet().stream()
                .map(it -> "set \"%s=%s\"\r\n".formatted(it.getKey(), it.getValue()))
                .collect(Collectors.joining());
        return "@echo off\r\n" + variables + "start \"\" /min \"" + svc + "\" tray\r\n";
    }
}
