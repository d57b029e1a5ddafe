package dev.svc.tray.platform;

import dev.svc.tray.menu.Action;
import dev.svc.tray.menu.IconKind;
import dev.svc.tray.menu.Menu;
import dev.svc.tray.menu.MenuItem;
import dev.svc.tray.menu.Notice;
import dev.svc.tray.menu.TrayState;
import dev.svc.tray.menu.Words;
import dev.svc.tray.platform.Art.Ground;
import java.awt.AWTException;
import java.awt.CheckboxMenuItem;
import java.awt.EventQueue;
import java.awt.PopupMenu;
import java.awt.SystemTray;
import java.awt.TrayIcon;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// The tray of Windows and macOS. Its widgets belong to the event thread of AWT.
final class AwtIcon implements Icon {
    private final TrayIcon icon;
    private final Ground ground;
    private final Consumer<Action> chosen;
    private List<MenuItem> items = List.of();
    private Optional<Action> offered = Optional.empty();

    private AwtIcon(Ground ground, Consumer<Action> chosen) {
        this.ground = ground;
        this.chosen = chosen;
        this.icon = new TrayIcon(Art.draw(IconKind.UNSURE, ground, size()), "svc");
        icon.addActionListener(_ -> pressed());
    }

    /// Empty where there is no tray of this kind.
    static Optional<Icon> join(Ground ground, Consumer<Action> chosen) {
        if (!SystemTray.isSupported()) {
            return Optional.empty();
        }
        try {
            var made = new AwtIcon(ground, chosen);
            SystemTray.getSystemTray().add(made.icon);
            return Optional.of(made);
        } catch (AWTException refused) {
            return Optional.empty();
        }
    }

    private static int size() {
        return SystemTray.getSystemTray().getTrayIconSize().height;
    }

    private void pressed() {
        chosen.accept(offered.orElse(Action.Plain.SHOW_WINDOW));
        offered = Optional.empty();
    }

    @Override
    public boolean isShown() {
        return true;
    }

    @Override
    public void show(TrayState desk) {
        EventQueue.invokeLater(() -> {
            icon.setImage(Art.draw(IconKind.of(desk), ground, size()));
            icon.setToolTip("svc: " + Words.stateLine(desk));
            var now = Menu.of(desk, Instant.now());
            // A menu that is replaced while it is open would close under the pointer.
            if (!now.equals(items)) {
                items = now;
                icon.setPopupMenu(popup(now));
            }
        });
    }

    private PopupMenu popup(List<MenuItem> now) {
        var popup = new PopupMenu("svc");
        now.forEach(item -> add(popup, item));
        return popup;
    }

    private void add(java.awt.Menu menu, MenuItem item) {
        switch (item) {
            case MenuItem.Command command -> {
                String hint = command.hint().isEmpty() ? "" : "  (" + command.hint() + ")";
                add(menu, new java.awt.MenuItem(command.label() + hint), command.action(), command.enabled());
            }
            case MenuItem.Check check -> toggle(menu, check.label(), check.on(), check.action());
            case MenuItem.Choice choice -> toggle(menu, choice.label(), choice.chosen(), choice.action());
            case MenuItem.Line line -> add(menu, new java.awt.MenuItem(line.text()), Action.Plain.SHOW_WINDOW, false);
            case MenuItem.Submenu submenu -> {
                var below = new java.awt.Menu(submenu.label());
                submenu.items().forEach(each -> add(below, each));
                menu.add(below);
            }
            case MenuItem.Rule _ -> menu.addSeparator();
        }
    }

    private void add(java.awt.Menu menu, java.awt.MenuItem line, Action action, boolean enabled) {
        line.setEnabled(enabled);
        line.addActionListener(_ -> chosen.accept(action));
        menu.add(line);
    }

    private void toggle(java.awt.Menu menu, String label, boolean on, Action action) {
        var line = new CheckboxMenuItem(label, on);
        line.addItemListener(_ -> chosen.accept(action));
        menu.add(line);
    }

    @Override
    public void notify(Notice notice) {
        EventQueue.invokeLater(() -> {
            offered = Optional.of(notice.action());
            icon.displayMessage(notice.title(), notice.text(), TrayIcon.MessageType.NONE);
        });
    }

    @Override
    public void close() {
        SystemTray.getSystemTray().remove(icon);
    }
}
