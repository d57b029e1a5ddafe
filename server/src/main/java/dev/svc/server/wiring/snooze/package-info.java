/// What ends a snooze beside its time.
@NullMarked
package dev.svc.server.wiring.snooze;

import org.jspecify.annotations.NullMarked;
