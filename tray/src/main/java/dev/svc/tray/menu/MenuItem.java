package dev.svc.tray.menu;

import java.util.List;

/// One line of the tray's menu.
public sealed interface MenuItem {

    /// Something to do.
    ///
    /// @param hint shown after the label, muted; empty for none
    record Command(String label, String hint, Action action, boolean enabled) implements MenuItem {}

    /// Something that is on or off.
    record Check(String label, Action action, boolean on) implements MenuItem {}

    /// One of several choices; exactly one is selected.
    record Choice(String label, Action action, boolean chosen) implements MenuItem {}

    /// Something to read.
    record Line(String text) implements MenuItem {}

    record Submenu(String label, String hint, List<MenuItem> items) implements MenuItem {
        public Submenu {
            items = List.copyOf(items);
        }
    }

    record Rule() implements MenuItem {}
}
