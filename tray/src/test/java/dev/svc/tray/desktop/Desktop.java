package dev.svc.tray.desktop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.shared.waiting.Waiting;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A virtual display and a session bus, each a process of its own that ends with the test.
public final class Desktop implements AutoCloseable {
    private final Process bus;
    private final Process display;
    private final String busAddress;
    private final String displayName;

    public Desktop() throws IOException {
        bus = new ProcessBuilder("dbus-daemon", "--session", "--nofork", "--print-address=1")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        busAddress = firstLine(bus);
        // A display resets when its last client leaves, and drops a client that connects at that moment.
        var argv = List.of("Xvfb", "-noreset", "-displayfd", "1", "-screen", "0", "1000x720x24", "-nolisten", "tcp");
        display = new ProcessBuilder(argv)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        displayName = ":" + firstLine(display);
    }

    private static String firstLine(Process process) throws IOException {
        var reader = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        String line = reader.readLine();
        if (line == null) {
            throw new IOException("no answer from " + process.info().command().orElse("?"));
        }
        return line.strip();
    }

    public String busAddress() {
        return busAddress;
    }

    public String displayName() {
        return displayName;
    }

    /// The titles of the windows that are there.
    public List<String> windows() throws IOException, InterruptedException {
        var listing = new ProcessBuilder("xwininfo", "-display", displayName, "-root", "-tree")
                .redirectErrorStream(true)
                .start();
        String text = new String(listing.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        var _ = Waiting.exitCode(listing);
        return text.lines()
                .map(String::strip)
                .filter(line -> line.contains("\""))
                .toList();
    }

    /// What a window says of itself, by its title.
    public String properties(String title) throws IOException, InterruptedException {
        var listing = new ProcessBuilder("xprop", "-display", displayName, "-name", title, "-len", "64")
                .redirectErrorStream(true)
                .start();
        String text = new String(listing.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        var _ = Waiting.exitCode(listing);
        return text;
    }

    /// Clicks on the title line of a window's contents, and then presses keys: `TAB` or `SPACE`.
    public void press(String title, String... keys) throws IOException, InterruptedException {
        var place = new ProcessBuilder("xwininfo", "-display", displayName, "-name", title).start();
        String text = new String(place.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int x = number(text, "Absolute upper-left X:") + number(text, "Width:") / 2;
        int y = number(text, "Absolute upper-left Y:") + 20;
        var argv = new ArrayList<>(List.of(
                System.getProperty("java.home") + "/bin/java",
                "-cp",
                Path.of("target/test-classes").toAbsolutePath().toString(),
                Hand.class.getName(),
                Integer.toString(x),
                Integer.toString(y)));
        argv.addAll(List.of(keys));
        var hand = new ProcessBuilder(argv).inheritIO();
        hand.environment().put("DISPLAY", displayName);
        assertThat(hand.start().waitFor()).isZero();
    }

    private static int number(String text, String name) {
        return text.lines()
                .filter(line -> line.contains(name))
                .map(line ->
                        Integer.parseInt(line.substring(line.indexOf(':') + 1).strip()))
                .findFirst()
                .orElseThrow();
    }

    public void picture(Path file) throws IOException, InterruptedException {
        var _ = Waiting.exitCode(
                new ProcessBuilder("import", "-display", displayName, "-window", "root", file.toString())
                        .inheritIO()
                        .start());
    }

    @Override
    public void close() {
        display.destroy();
        bus.destroy();
    }
}
