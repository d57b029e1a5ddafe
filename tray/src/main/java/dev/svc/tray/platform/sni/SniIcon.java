package dev.svc.tray.platform.sni;

import dev.svc.tray.menu.Action;
import dev.svc.tray.menu.IconKind;
import dev.svc.tray.menu.Menu;
import dev.svc.tray.menu.Notice;
import dev.svc.tray.menu.TrayState;
import dev.svc.tray.menu.Words;
import dev.svc.tray.platform.Art.Ground;
import dev.svc.tray.platform.Icon;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.freedesktop.dbus.connections.impl.DBusConnection;
import org.freedesktop.dbus.connections.impl.DBusConnectionBuilder;
import org.freedesktop.dbus.exceptions.DBusException;
import org.freedesktop.dbus.exceptions.DBusExecutionException;
import org.freedesktop.dbus.interfaces.DBus;
import org.freedesktop.dbus.types.UInt32;
import org.freedesktop.dbus.types.Variant;

/// A status notifier item on the session bus; it registers again with every new panel.
public final class SniIcon implements Icon {
    private static final Logger LOG = System.getLogger(SniIcon.class.getName());

    private final DBusConnection bus;
    private final String busName;
    private final ExportedItem item;
    private final ExportedMenu menu;
    private final Consumer<Action> chosen;
    private final Map<UInt32, Action> offered = new ConcurrentHashMap<>();

    /// Any thread.
    private volatile boolean shown;

    private SniIcon(DBusConnection bus, String name, Ground ground, Consumer<Action> chosen) {
        this.bus = bus;
        this.chosen = chosen;
        this.busName = "org.kde.StatusNotifierItem-" + ProcessHandle.current().pid() + "-1";
        this.item = new ExportedItem(name, ground, () -> chosen.accept(Action.Plain.SHOW_WINDOW));
        this.menu = new ExportedMenu(chosen);
    }

    /// Joins the session bus.
    ///
    /// @param address of the bus
    /// @param chosen receives what a person chose, on a thread of the bus, so it returns at once
    /// @throws DBusException when there is no such bus
    public static SniIcon join(String address, String name, Ground ground, Consumer<Action> chosen)
            throws DBusException {
        var bus = DBusConnectionBuilder.forAddress(address).withShared(false).build();
        var icon = new SniIcon(bus, name, ground, chosen);
        icon.publish();
        return icon;
    }

    private void publish() throws DBusException {
        bus.requestBusName(busName);
        bus.exportObject(ExportedItem.PATH, item);
        bus.exportObject(ExportedMenu.PATH, menu);
        var _ = bus.addSigHandler(DBus.NameOwnerChanged.class, this::ownerChanged);
        var _ = bus.addSigHandler(Notifications.ActionInvoked.class, this::pressed);
        register();
    }

    private void ownerChanged(DBus.NameOwnerChanged change) {
        if (change.name.equals(StatusNotifierWatcher.BUS_NAME)) {
            if (change.newOwner.isEmpty()) {
                shown = false;
            } else {
                // A call from a thread of the bus would wait for itself.
                Thread.ofVirtual().start(this::register);
            }
        }
    }

    private void register() {
        try {
            bus.getRemoteObject(StatusNotifierWatcher.BUS_NAME, StatusNotifierWatcher.PATH, StatusNotifierWatcher.class)
                    .registerStatusNotifierItem(busName);
            shown = true;
        } catch (DBusException | DBusExecutionException noPanel) {
            shown = false;
        }
    }

    @Override
    public boolean isShown() {
        return shown;
    }

    @Override
    public void show(TrayState desk) {
        var before = item.face();
        var now = new ExportedItem.Face(IconKind.of(desk), Words.stateLine(desk));
        var changed = menu.change(Menu.of(desk, Instant.now()));
        try {
            if (!now.equals(before)) {
                item.show(now);
                bus.sendMessage(new StatusNotifierItem.NewIcon(ExportedItem.PATH));
                bus.sendMessage(new StatusNotifierItem.NewAttentionIcon(ExportedItem.PATH));
                bus.sendMessage(new StatusNotifierItem.NewToolTip(ExportedItem.PATH));
                bus.sendMessage(new StatusNotifierItem.NewStatus(ExportedItem.PATH, item.status()));
            }
            if (changed.isPresent()) {
                bus.sendMessage(new DbusMenu.LayoutUpdated(ExportedMenu.PATH, new UInt32(changed.getAsInt()), 0));
            }
        } catch (DBusException gone) {
            LOG.log(Level.DEBUG, "The panel could not be notified", gone);
        }
    }

    @Override
    public void notify(Notice notice) {
        try {
            var id = bus.getRemoteObject(Notifications.BUS_NAME, Notifications.PATH, Notifications.class)
                    .announce(
                            "svc",
                            new UInt32(0),
                            "utilities-terminal",
                            notice.title(),
                            notice.text(),
                            List.of("default", notice.button(), "act", notice.button()),
                            Map.of("urgency", new Variant<>((byte) 1)),
                            -1);
            offered.put(id, notice.action());
        } catch (DBusException | DBusExecutionException nobodyShowsThem) {
            LOG.log(Level.DEBUG, "No notifications on this desktop", nobodyShowsThem);
        }
    }

    private void pressed(Notifications.ActionInvoked pressed) {
        Action action = offered.remove(pressed.id());
        if (action != null) {
            chosen.accept(action);
        }
    }

    @Override
    public void close() {
        bus.disconnect();
    }
}
