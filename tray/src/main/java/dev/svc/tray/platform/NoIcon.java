package dev.svc.tray.platform;

import dev.svc.tray.menu.Notice;
import dev.svc.tray.menu.TrayState;

/// A desktop without a tray: the window takes its place.
final class NoIcon implements Icon {
    @Override
    public boolean isShown() {
        return false;
    }

    @Override
    public void show(TrayState desk) {}

    @Override
    public void notify(Notice notice) {}

    @Override
    public void close() {}
}
