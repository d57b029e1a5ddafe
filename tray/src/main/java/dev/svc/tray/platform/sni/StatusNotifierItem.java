package dev.svc.tray.platform.sni;

import java.util.List;
import org.freedesktop.dbus.DBusPath;
import org.freedesktop.dbus.annotations.DBusBoundProperty;
import org.freedesktop.dbus.annotations.DBusInterfaceName;
import org.freedesktop.dbus.annotations.DBusMemberName;
import org.freedesktop.dbus.annotations.DBusProperty.Access;
import org.freedesktop.dbus.exceptions.DBusException;
import org.freedesktop.dbus.interfaces.DBusInterface;
import org.freedesktop.dbus.messages.DBusSignal;

/// The icon as a panel asks for it.
@DBusInterfaceName("org.kde.StatusNotifierItem")
public interface StatusNotifierItem extends DBusInterface {
    @DBusMemberName("Activate")
    void activate(int x, int y);

    @DBusMemberName("SecondaryActivate")
    void secondaryActivate(int x, int y);

    @DBusMemberName("ContextMenu")
    void contextMenu(int x, int y);

    @DBusMemberName("Scroll")
    void scroll(int delta, String orientation);

    @DBusBoundProperty(name = "Category", access = Access.READ)
    String category();

    @DBusBoundProperty(name = "Id", access = Access.READ)
    String id();

    @DBusBoundProperty(name = "Title", access = Access.READ)
    String title();

    @DBusBoundProperty(name = "Status", access = Access.READ)
    String status();

    @DBusBoundProperty(name = "WindowId", access = Access.READ)
    int windowId();

    @DBusBoundProperty(name = "IconName", access = Access.READ)
    String iconName();

    @DBusBoundProperty(name = "IconPixmap", access = Access.READ)
    List<Pixmap> iconPixmap();

    @DBusBoundProperty(name = "AttentionIconPixmap", access = Access.READ)
    List<Pixmap> attentionIconPixmap();

    @DBusBoundProperty(name = "ToolTip", access = Access.READ)
    ToolTip toolTip();

    @DBusBoundProperty(name = "ItemIsMenu", access = Access.READ)
    boolean itemIsMenu();

    @DBusBoundProperty(name = "Menu", access = Access.READ)
    DBusPath menu();

    /// The pixels changed.
    @DBusMemberName("NewIcon")
    final class NewIcon extends DBusSignal {
        public NewIcon(String path) throws DBusException {
            super(path);
        }
    }

    /// The pixels for attention changed.
    @DBusMemberName("NewAttentionIcon")
    final class NewAttentionIcon extends DBusSignal {
        public NewAttentionIcon(String path) throws DBusException {
            super(path);
        }
    }

    /// The words beside the pointer changed.
    @DBusMemberName("NewToolTip")
    final class NewToolTip extends DBusSignal {
        public NewToolTip(String path) throws DBusException {
            super(path);
        }
    }

    /// How much it matters changed.
    @DBusMemberName("NewStatus")
    final class NewStatus extends DBusSignal {
        public NewStatus(String path, String status) throws DBusException {
            super(path, status);
        }
    }
}
