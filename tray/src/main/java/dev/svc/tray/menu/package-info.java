/// What a person is shown and may do, as values: pure, testable without a display.
@NullMarked
package dev.svc.tray.menu;

import org.jspecify.annotations.NullMarked;
