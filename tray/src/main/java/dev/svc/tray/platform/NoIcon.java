package dev.svc.tray.platform;

import dev.svc.tray.menu.Desk;
import dev.svc.tray.menu.Notice;

/// A desktop without a tray: the window takes its place.
final class NoIcon implements Icon {
    @Override
    public boolean isShown() {
        return false;
    }

    @Override
    public void show(Desk desk) {}

    @Override
    public void notify(Notice notice) {}

    @Override
    public void close() {}
}
