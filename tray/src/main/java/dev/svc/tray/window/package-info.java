/// The windows; the only room that knows JavaFX.
@NullMarked
package dev.svc.tray.window;

import org.jspecify.annotations.NullMarked;
