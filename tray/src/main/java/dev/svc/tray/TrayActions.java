package dev.svc.tray;

import dev.svc.shared.config.ConfigException;
import dev.svc.shared.control.ControlException;
import dev.svc.shared.control.Opener;
import dev.svc.tray.host.Host;
import dev.svc.tray.menu.Action;
import dev.svc.tray.menu.Notice;
import dev.svc.tray.menu.Question;
import dev.svc.tray.menu.UpdateState;
import dev.svc.tray.platform.Autostart;
import dev.svc.tray.platform.Icon;
import dev.svc.tray.window.QuestionPane.Outcome;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/// Runs chosen actions on a thread that may block; failures are shown to the person.
final class TrayActions {
    private final Host host;
    private final Autostart autostart;
    private final Opener opener;
    private final Screen screen;
    private final Icon icon;
    private final Runnable quit;

    /// The action in progress; empty for none.
    private final AtomicReference<String> doing = new AtomicReference<>("");

    private volatile Runnable afterEach = () -> {};

    TrayActions(Host host, Autostart autostart, Opener opener, Screen screen, Icon icon, Runnable quit) {
        this.host = host;
        this.autostart = autostart;
        this.opener = opener;
        this.screen = screen;
        this.icon = icon;
        this.quit = quit;
    }

    void afterEach(Runnable look) {
        afterEach = look;
    }

    String doing() {
        return doing.get();
    }

    void perform(Action action) {
        try {
            screen.tell("");
            dispatch(action);
        } catch (ControlException | ConfigException failure) {
            complain(String.valueOf(failure.getMessage()));
        } finally {
            afterEach.run();
        }
    }

    private void dispatch(Action action) {
        switch (action) {
            case Action.OpenSession session -> opener.open(host.page("/s/" + session.id()));
            case Action.OpenQuestion question -> opener.open(host.page("/ask/" + question.session()));
            case Action.SetChannel channel -> host.setChannel(channel.channel());
            case Action.SetAutoUpdate auto -> host.setAutoUpdate(auto.on());
            case Action.SetStartAtLogin login -> autostart.set(login.on());
            case Action.Plain plain -> dispatch(plain);
        }
    }

    private void dispatch(Action.Plain action) {
        switch (action) {
            case OPEN -> opener.open(host.page("/"));
            case SHOW_WINDOW -> screen.open();
            case START -> during("Starting…", host::start);
            case STOP -> during("Stopping…", host::stop);
            case RESTART -> during("Restarting…", host::restart);
            case CHECK_UPDATE -> during("Looking for updates…", host::checkUpdate);
            case APPLY_UPDATE -> askForUpdate();
            case GO_BACK -> askToGoBack();
            case CLEAR_TWO_FACTOR ->
                screen.ask(Question.CLEAR_TWO_FACTOR, () -> outcome(() -> new Outcome(host.clearTwoFactor(), "")));
            case RESET_PASSWORD -> screen.ask(Question.RESET_PASSWORD, () -> outcome(this::newPassword));
            case SHOW_LOG -> screen.log(this::log);
            case QUIT -> quit.run();
        }
    }

    private void askForUpdate() {
        if (host.look().updates().state() instanceof UpdateState.Available there) {
            screen.ask(Question.update(there.version()), () -> beside(host::applyUpdate));
        }
    }

    private void askToGoBack() {
        String former = host.look().updates().former();
        if (!former.isEmpty()) {
            screen.ask(Question.goBack(former), () -> beside(host::goBack));
        }
    }

    /// What takes minutes, and writes down how far it is.
    private Outcome beside(Runnable deed) {
        Thread.ofVirtual().name("svc-tray-update").start(() -> perform(deed));
        return new Outcome("It is under way; the window and the menu show how far it is.", "");
    }

    private void perform(Runnable deed) {
        try {
            deed.run();
        } catch (ControlException failure) {
            complain(String.valueOf(failure.getMessage()));
        }
    }

    private Outcome newPassword() {
        return new Outcome("This is the new password. It is shown this once: copy it now.", host.resetPassword());
    }

    private static Outcome outcome(Supplier<Outcome> deed) {
        try {
            return deed.get();
        } catch (ControlException | ConfigException failure) {
            return new Outcome("Nothing was changed. " + failure.getMessage(), "");
        }
    }

    private String log() {
        try {
            return host.log();
        } catch (ControlException unreadable) {
            return String.valueOf(unreadable.getMessage());
        }
    }

    /// One at a time: a second press while the first is at work does nothing.
    private void during(String sentence, Runnable deed) {
        if (!doing.compareAndSet("", sentence)) {
            return;
        }
        afterEach.run();
        try {
            deed.run();
        } finally {
            doing.set("");
        }
    }

    private void complain(String sentence) {
        if (!screen.tell(sentence)) {
            icon.notify(new Notice("svc", sentence, "Show", Action.Plain.SHOW_WINDOW));
        }
    }
}
