/// A status notifier item with its menu on the session bus.
@NullMarked
package dev.svc.tray.platform.sni;

import org.jspecify.annotations.NullMarked;
