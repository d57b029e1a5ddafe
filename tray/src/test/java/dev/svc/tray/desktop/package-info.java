/// A desktop for tests: a display, a session bus, and a panel of its own that shows icons and notifications.
@org.jspecify.annotations.NullMarked
package dev.svc.tray.desktop;
