package dev.svc.tray.desktop;

import dev.svc.shared.waiting.Waiting;
import dev.svc.tray.platform.sni.DbusMenu;
import dev.svc.tray.platform.sni.Notifications;
import dev.svc.tray.platform.sni.StatusNotifierItem;
import dev.svc.tray.platform.sni.StatusNotifierWatcher;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.freedesktop.dbus.connections.impl.DBusConnection;
import org.freedesktop.dbus.connections.impl.DBusConnectionBuilder;
import org.freedesktop.dbus.exceptions.DBusException;
import org.freedesktop.dbus.types.UInt32;
import org.freedesktop.dbus.types.Variant;

/// A panel as desktops have one: keeps the list of icons, reads their menus, presses their lines, shows notifications.
public final class Panel implements AutoCloseable {
    private static final String ITEM = "/StatusNotifierItem";
    private static final String MENU = "/MenuBar";

    private final DBusConnection bus;
    private final BlockingQueue<String> registered = new LinkedBlockingQueue<>();
    private final List<Shown> notifications = new CopyOnWriteArrayList<>();

    /// A notification with the keys of its buttons.
    public record Shown(int id, String title, String text, List<String> actions) {}

    public Panel(String busAddress) throws DBusException {
        bus = DBusConnectionBuilder.forAddress(busAddress).withShared(false).build();
        bus.exportObject(StatusNotifierWatcher.PATH, new Watcher());
        bus.exportObject(Notifications.PATH, new Notifier());
        bus.requestBusName(StatusNotifierWatcher.BUS_NAME);
        bus.requestBusName(Notifications.BUS_NAME);
    }

    private final class Watcher implements StatusNotifierWatcher {
        @Override
        public void registerStatusNotifierItem(String service) {
            registered.add(service);
        }

        @Override
        public String getObjectPath() {
            return PATH;
        }
    }

    private final class Notifier implements Notifications {
        private final AtomicInteger last = new AtomicInteger();

        @Override
        public UInt32 announce(
                String application,
                UInt32 replaces,
                String icon,
                String summary,
                String body,
                List<String> actions,
                Map<String, Variant<?>> hints,
                int timeout) {
            int id = last.incrementAndGet();
            notifications.add(new Shown(id, summary, body, actions));
            return new UInt32(id);
        }

        @Override
        public String getObjectPath() {
            return PATH;
        }
    }

    /// The icon that registers next.
    public Item awaitItem() throws InterruptedException {
        return new Item(Waiting.next(registered));
    }

    public List<Shown> notifications() {
        return List.copyOf(notifications);
    }

    /// Presses the button of a notification.
    public void press(Shown notification, String key) throws DBusException {
        bus.sendMessage(new Notifications.ActionInvoked(Notifications.PATH, new UInt32(notification.id()), key));
    }

    /// One icon on the bus.
    public final class Item {
        private final String service;

        private Item(String service) {
            this.service = service;
        }

        public void activate() throws DBusException {
            bus.getRemoteObject(service, ITEM, StatusNotifierItem.class).activate(0, 0);
        }

        public String status() throws DBusException {
            return property("Status").toString();
        }

        /// Sizes and pixels of the icon, in one number.
        public int pixels() throws DBusException {
            return java.util.Arrays.deepHashCode(((List<?>) property("IconPixmap")).toArray());
        }

        private Object property(String name) throws DBusException {
            return bus.getRemoteObject(service, ITEM, org.freedesktop.dbus.interfaces.Properties.class)
                    .Get("org.kde.StatusNotifierItem", name);
        }

        private DbusMenu menu() throws DBusException {
            return bus.getRemoteObject(service, MENU, DbusMenu.class);
        }

        /// Every line with what it looks like.
        public List<DbusMenu.Properties> lines() throws DBusException {
            return menu().getGroupProperties(List.of(), List.of());
        }

        public Optional<DbusMenu.Properties> find(String label) throws DBusException {
            return lines().stream()
                    .filter(line -> label(line).startsWith(label))
                    .findFirst();
        }

        public boolean isEnabled(String label) throws DBusException {
            return find(label)
                    .map(line -> !line.properties().containsKey("enabled")
                            || line.properties().get("enabled").getValue().equals(true))
                    .orElse(false);
        }

        public boolean isOn(String label) throws DBusException {
            Variant<?> state = find(label)
                    .map(line -> line.properties().get("toggle-state"))
                    .orElse(null);
            return state != null && state.getValue().equals(1);
        }

        public void click(String label) throws DBusException {
            int id = find(label)
                    .orElseThrow(() -> new AssertionError("no line " + label))
                    .id();
            menu().event(id, "clicked", new Variant<>(""), new UInt32(0));
        }

        public static String label(DbusMenu.Properties line) {
            Variant<?> label = line.properties().get("label");
            return label == null ? "" : label.getValue().toString();
        }
    }

    @Override
    public void close() {
        bus.disconnect();
    }
}
