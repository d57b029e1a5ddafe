package dev.svc.tray.platform.sni;

import org.freedesktop.dbus.annotations.DBusInterfaceName;
import org.freedesktop.dbus.annotations.DBusMemberName;
import org.freedesktop.dbus.interfaces.DBusInterface;

/// The desktop's list of icons.
@DBusInterfaceName("org.kde.StatusNotifierWatcher")
public interface StatusNotifierWatcher extends DBusInterface {
    String BUS_NAME = "org.kde.StatusNotifierWatcher";
    String PATH = "/StatusNotifierWatcher";

    @DBusMemberName("RegisterStatusNotifierItem")
    void registerStatusNotifierItem(String service);
}
