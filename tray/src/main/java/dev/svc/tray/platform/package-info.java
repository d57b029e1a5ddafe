/// Icon, notifications and start at login, as each desktop has them; the only room that knows java.awt and D-Bus.
@NullMarked
package dev.svc.tray.platform;

import org.jspecify.annotations.NullMarked;
