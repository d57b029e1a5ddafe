package dev.svc.tray;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.shared.control.Holder;
import dev.svc.shared.live.Live;
import dev.svc.shared.live.LiveFile;
import dev.svc.shared.waiting.Waiting;
import dev.svc.tray.desktop.Desktop;
import dev.svc.tray.desktop.Home;
import dev.svc.tray.desktop.Panel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.freedesktop.dbus.exceptions.DBusException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/// The tray as a person has it: its own process on a real session bus and a real display, in front of a real service.
/// The tests follow one sitting, from an empty home to Quit.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class TrayIT {
    private static final Path PICTURES = Path.of("target/pictures");

    private Path folder;

    private Desktop desktop;
    private Panel panel;
    private Home home;
    private Process tray;
    private Panel.Item item;

    @BeforeAll
    void sitDown(@TempDir Path temporary) throws Exception {
        folder = temporary;
        Files.createDirectories(PICTURES);
        desktop = new Desktop();
        panel = new Panel(desktop.busAddress());
        home = new Home(folder);
        tray = start(List.of());
        item = panel.awaitItem();
    }

    @AfterAll
    void leave() {
        if (tray != null) {
            tray.destroyForcibly().onExit().join();
        }
        home.close();
        panel.close();
        desktop.close();
    }

    @Test
    @Order(1)
    void an_empty_home_is_stopped_and_can_be_started() throws Exception {
        until(() -> item.find("Stopped.").isPresent());
        assertThat(item.isEnabled("Start")).isTrue();
        assertThat(item.isEnabled("Stop")).isFalse();
        assertThat(item.isEnabled("Open svc")).isFalse();
        assertThat(item.find("Kept by a process of its own")).isPresent();
    }

    @Test
    @Order(2)
    void start_starts_the_service_and_the_icon_changes() throws Exception {
        int stopped = item.pixels();
        item.click("Start");
        until(() -> item.find("Running, 0 live").isPresent());
        until(() -> item.pixels() != stopped);
        until(() -> item.status().equals("Active"));
        assertThat(holder()).isPresent();
    }

    @Test
    @Order(3)
    void restart_is_another_process_on_the_same_home() throws Exception {
        long before = holder().orElseThrow().pid();
        item.click("Restart");
        until(() -> item.find("Running").isPresent()
                && holder().filter(now -> now.pid() != before && now.port() != 0)
                        .isPresent());
    }

    @Test
    @Order(4)
    void the_channel_and_auto_update_are_kept_in_the_env_file() throws Exception {
        item.click("main");
        until(() -> env().contains("SVC_CHANNEL=main"));
        item.click("Update by itself");
        until(() -> env().contains("SVC_AUTOUPDATE=1"));
        until(() -> item.find("What updates bring  (main)").isPresent());
        assertThat(env()).contains("SVC_SECRET_KEY=");
    }

    @Test
    @Order(5)
    void open_hands_the_address_to_the_browser_and_nothing_else() throws Exception {
        Path opened = folder.resolve("opened");
        Path browser = Files.writeString(folder.resolve("bin/xdg-open"), "#!/bin/sh\necho \"$@\" > '" + opened + "'\n");
        assertThat(browser.toFile().setExecutable(true)).isTrue();
        item.click("Open svc");
        until(() -> Files.exists(opened) && Files.size(opened) > 0);
        assertThat(Files.readString(opened))
                .isEqualTo("http://127.0.0.1:%d/\n"
                        .formatted(holder().orElseThrow().port()));
    }

    @Test
    @Order(6)
    void start_at_login_is_one_file_that_names_this_home() throws Exception {
        item.click("Start the tray at login");
        Path file = folder.resolve(".config/autostart/svc-tray.desktop");
        until(() -> Files.exists(file));
        assertThat(Files.readString(file)).contains(home.data().toString());
        until(() -> item.isOn("Start the tray at login"));
        item.click("Start the tray at login");
        until(() -> !Files.exists(file));
    }

    @Test
    @Order(7)
    void a_service_that_dies_is_told_and_restart_brings_it_back() throws Exception {
        holder().flatMap(Holder::process).orElseThrow().destroyForcibly();
        until(() -> !panel.notifications().isEmpty());
        var told = panel.notifications().getLast();
        assertThat(told.title()).isEqualTo("svc is not running any more");
        assertThat(told.actions()).contains("act", "Restart");
        until(() -> item.find("Died").isPresent());
        panel.press(told, "act");
        until(() -> item.find("Running").isPresent());
    }

    @Test
    @Order(8)
    void a_second_tray_of_the_home_shows_the_window_of_the_first_and_ends() throws Exception {
        assertThat(desktop.windows()).noneMatch(line -> line.contains("\"svc\""));
        Process second = start(List.of());
        assertThat(Waiting.exitCode(second)).isZero();
        until(() -> desktop.windows().stream().anyMatch(line -> line.contains("\"svc\"")));
        assertThat(tray.isAlive()).isTrue();
        untilPictured("window.png");
    }

    @Test
    @Order(8)
    void icon_menu_and_window_are_one_process_and_the_window_is_known_as_svc() throws Exception {
        item.click("Show window");
        until(() -> desktop.windows().stream().anyMatch(line -> line.contains("\"svc\": (\"svc\" \"svc\")")));
        assertThat(desktop.properties("svc")).contains("_NET_WM_ICON(CARDINAL)");
        assertThat(tray.toHandle()
                        .children()
                        .filter(it -> it.info()
                                .command()
                                .filter(command -> command.endsWith("java"))
                                .isPresent()))
                .allMatch(it -> holder().filter(now -> now.pid() == it.pid()).isPresent());
    }

    @Test
    @Order(9)
    void recovery_explains_itself_asks_twice_and_is_done_by_the_keyboard_alone() throws Exception {
        String before = env();
        item.click("Make a new password");
        until(() -> desktop.windows().stream().anyMatch(line -> line.contains("\"Make a new password\"")));
        untilPictured("reset-password.png");
        desktop.press("Make a new password", "TAB", "SPACE");
        untilPictured("reset-password-again.png");
        assertThat(env()).isEqualTo(before);
        desktop.press("Make a new password", "TAB", "SPACE");
        until(() -> !env().equals(before));
        until(() -> live().entries().stream()
                .anyMatch(entry ->
                        entry.type().equals("password_reset") && entry.actor().equals("tray")));
        untilPictured("reset-password-done.png");
        item.click("Show the log");
        until(() -> desktop.windows().stream().anyMatch(line -> line.contains("\"svc: logs\"")));
    }

    @Test
    @Order(10)
    void a_damaged_env_file_is_a_sentence_and_mending_it_is_enough() throws Exception {
        Path file = home.data().resolve("env");
        String good = env();
        Files.writeString(file, "nonsense\n");
        until(() -> item.find(file + ", line 1, is no NAME=value line").isPresent());
        assertThat(item.isEnabled("Make a new password")).isFalse();
        Files.writeString(file, good);
        until(() -> item.find("Running").isPresent());
    }

    @Test
    @Order(11)
    void a_panel_that_comes_back_gets_the_icon_again() throws Exception {
        panel.close();
        panel = new Panel(desktop.busAddress());
        item = panel.awaitItem();
        until(() -> item.find("Running").isPresent());
    }

    @Test
    @Order(12)
    void stop_stops_it_and_quit_ends_the_tray_alone() throws Exception {
        item.click("Stop");
        until(() -> item.find("Stopped.").isPresent());
        item.click("Start");
        until(() -> item.find("Running").isPresent());
        item.click("Quit");
        assertThat(Waiting.exitCode(tray)).isZero();
        assertThat(holder().filter(Holder::isAlive)).isPresent();
    }

    @Test
    @Order(13)
    void without_a_bus_the_window_stands_in_for_the_icon() throws Exception {
        Process alone = start(List.of("DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR"));
        until(() -> desktop.windows().stream().anyMatch(line -> line.contains("\"svc\"")));
        alone.destroy();
        Waiting.ended(alone.toHandle());
    }

    @Test
    @Order(14)
    void without_bus_and_display_it_ends_with_a_sentence() throws Exception {
        Process blind = start(List.of("DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "DISPLAY"));
        assertThat(Waiting.exitCode(blind)).isEqualTo(1);
        assertThat(Files.readString(folder.resolve("tray.log"))).contains("neither a tray nor a display");
    }

    /// A window is there before it is drawn: an empty screen makes a tiny picture.
    private void untilPictured(String name) throws Exception {
        Path picture = PICTURES.resolve(name);
        until(() -> {
            desktop.picture(picture);
            return Files.exists(picture) && Files.size(picture) > 4096;
        });
    }

    private Process start(List<String> without) throws IOException {
        Path target = Path.of("target").toAbsolutePath();
        var argv = new ArrayList<>(List.of(
                System.getProperty("java.home") + "/bin/java",
                "@" + Home.repository().resolve("tray/jvm.options"),
                "--module-path",
                target.resolve("modules").toString(),
                "--add-modules",
                "javafx.controls",
                "-Dsvc.root=" + home.programRoot(),
                "-jar",
                target.resolve("svc-tray.jar").toString()));
        var builder = new ProcessBuilder(argv)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("tray.log").toFile()));
        builder.environment().clear();
        builder.environment().putAll(home.environment());
        builder.environment().put("DBUS_SESSION_BUS_ADDRESS", desktop.busAddress());
        builder.environment().put("DISPLAY", desktop.displayName());
        builder.environment().keySet().removeAll(without);
        return builder.start();
    }

    private java.util.Optional<Holder> holder() {
        return Holder.read(home.data().resolve("svc.lock"));
    }

    private Live live() {
        return LiveFile.of(new dev.svc.shared.config.Home(home.data(), home.data()))
                .read();
    }

    private String env() throws IOException {
        return Files.readString(home.data().resolve("env"));
    }

    private String menu() {
        try {
            return item.lines().stream().map(Panel.Item::label).toList().toString();
        } catch (DBusException | RuntimeException gone) {
            return "none, " + gone.getMessage();
        }
    }

    /// Checks the condition again and again until it holds.
    private void until(Waiting.Condition condition) {
        Waiting.until(this::surroundings, condition);
    }

    private String surroundings() {
        try {
            return "the tray said: " + Files.readString(folder.resolve("tray.log")) + " its menu: " + menu()
                    + " the windows: " + desktop.windows();
        } catch (IOException gone) {
            return gone.toString();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return "interrupted";
        }
    }
}
