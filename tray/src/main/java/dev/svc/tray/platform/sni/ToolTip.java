package dev.svc.tray.platform.sni;

import java.util.List;
import org.freedesktop.dbus.Struct;
import org.freedesktop.dbus.annotations.Position;

/// The words beside the pointer.
public final class ToolTip extends Struct {
    @Position(0)
    private final String iconName;

    @Position(1)
    private final List<Pixmap> iconPixmap;

    @Position(2)
    private final String title;

    @Position(3)
    private final String text;

    public ToolTip(String iconName, List<Pixmap> iconPixmap, String title, String text) {
        this.iconName = iconName;
        this.iconPixmap = iconPixmap;
        this.title = title;
        this.text = text;
    }

    public String iconName() {
        return iconName;
    }

    public List<Pixmap> iconPixmap() {
        return iconPixmap;
    }

    public String title() {
        return title;
    }

    public String text() {
        return text;
    }
}
