package dev.svc.tray.platform.sni;

import java.util.List;
import java.util.Map;
import org.freedesktop.dbus.annotations.DBusInterfaceName;
import org.freedesktop.dbus.annotations.DBusMemberName;
import org.freedesktop.dbus.exceptions.DBusException;
import org.freedesktop.dbus.interfaces.DBusInterface;
import org.freedesktop.dbus.messages.DBusSignal;
import org.freedesktop.dbus.types.UInt32;
import org.freedesktop.dbus.types.Variant;

/// The desktop's notifications.
@DBusInterfaceName("org.freedesktop.Notifications")
public interface Notifications extends DBusInterface {
    String BUS_NAME = "org.freedesktop.Notifications";
    String PATH = "/org/freedesktop/Notifications";

    /// Not named as on the bus: the library keeps that word for what every object has.
    @DBusMemberName("Notify")
    UInt32 announce(
            String application,
            UInt32 replaces,
            String icon,
            String summary,
            String body,
            List<String> actions,
            Map<String, Variant<?>> hints,
            int timeout);

    /// A person pressed a button.
    @DBusMemberName("ActionInvoked")
    final class ActionInvoked extends DBusSignal {
        private final UInt32 id;
        private final String key;

        public ActionInvoked(String path, UInt32 id, String key) throws DBusException {
            super(path, id, key);
            this.id = id;
            this.key = key;
        }

        public UInt32 id() {
            return id;
        }

        public String key() {
            return key;
        }
    }
}
