package dev.svc.tray;

import dev.svc.shared.config.Platform;
import dev.svc.shared.control.Opener;
import dev.svc.tray.host.Host;
import dev.svc.tray.host.SvcCommand;
import dev.svc.tray.host.Watch;
import dev.svc.tray.menu.Action;
import dev.svc.tray.menu.Notice;
import dev.svc.tray.menu.TrayState;
import dev.svc.tray.platform.Autostart;
import dev.svc.tray.platform.Icon;
import dev.svc.tray.platform.Icons;
import dev.svc.tray.window.Fx;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

/// The wiring of one tray: state flows to icon and screen, choices flow to the actions.
final class Tray implements AutoCloseable {
    private static final Duration LET_GO = Duration.ofSeconds(3);

    private final Fx fx;
    private final Host host;
    private final Autostart autostart;
    private final Icon icon;
    private final Screen screen;
    private final TrayActions deeds;
    private final BooleanSupplier askedToShow;
    private final CountDownLatch ended = new CountDownLatch(1);
    private final AtomicReference<TrayState> last = new AtomicReference<>(TrayState.UNSEEN);

    /// Joins the desktop.
    ///
    /// @param askedToShow whether another start asked for the window since the last time
    Tray(Platform platform, Path programRoot, Path data, BooleanSupplier askedToShow) {
        this.askedToShow = askedToShow;
        fx = new Fx(hasDisplay(platform));
        host = new Host(platform, programRoot, fx::requireOffScreen);
        autostart =
                new Autostart(platform, SvcCommand.find(programRoot, platform).orElse(Path.of("svc")));
        icon = Icons.join(platform, name(data), this::chosen);
        icon.show(TrayState.UNSEEN);
        screen = new Screen(fx, this::chosen, Tray::giveBack);
        deeds = new TrayActions(host, autostart, new Opener(platform), screen, icon, ended::countDown);
    }

    /// Whether JavaFX would find anything to draw on.
    private static boolean hasDisplay(Platform platform) {
        return platform.family() != Platform.Family.LINUX
                || !platform.environment().getOrDefault("DISPLAY", "").isBlank()
                || System.getProperty("glass.platform") != null;
    }

    private static String name(Path data) {
        return "svc-" + Integer.toHexString(data.toString().hashCode());
    }

    /// Runs until a person quits; the exit code.
    int run(boolean window) {
        if (!icon.isShown() && !fx.hasDisplay()) {
            System.err.println("svc: there is neither a tray nor a display here (DISPLAY is not set):"
                    + " use the page, or  svc --help  for what the command line can do.");
            return 1;
        }
        if (window || !icon.isShown()) {
            chosen(Action.Plain.SHOW_WINDOW);
        }
        try (var watch = new Watch(this::look, this::seen, host::marks)) {
            deeds.afterEach(watch::soon);
            ended.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        return 0;
    }

    private TrayState look() {
        return host.look().with(autostart.isOn(), deeds.doing());
    }

    /// What a window took is given back to the system, once the toolkit has let go of it too.
    private static void giveBack() {
        Thread.ofVirtual().name("svc-tray-give-back").start(() -> {
            try {
                Thread.sleep(LET_GO);
            } catch (InterruptedException quitting) {
                Thread.currentThread().interrupt();
            }
            System.gc();
        });
    }

    private void seen(TrayState now) {
        TrayState before = last.getAndSet(now);
        icon.show(now);
        screen.show(now);
        Notice.between(before, now, Instant.now()).forEach(icon::notify);
        if (askedToShow.getAsBoolean()) {
            chosen(Action.Plain.SHOW_WINDOW);
        }
    }

    /// Called by the bus, by AWT or by the drawing thread: none of them may block.
    private void chosen(Action action) {
        Thread.ofVirtual().name("svc-tray-deed").start(() -> deeds.perform(action));
    }

    @Override
    public void close() {
        icon.close();
        host.close();
        fx.end();
    }
}
