package dev.svc.tray.platform;

import dev.svc.tray.menu.Notice;
import dev.svc.tray.menu.TrayState;

/// The tray's place on a desktop: an icon with a menu, and notifications.
public interface Icon extends AutoCloseable {

    /// Whether a desktop shows it; where none does, the window stands in for it.
    boolean isShown();

    void show(TrayState desk);

    void notify(Notice notice);

    @Override
    void close();
}
