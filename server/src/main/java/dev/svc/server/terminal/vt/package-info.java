/// Control sequences of terminals: one parser, the modes in force, and a small model of the screen.
@NullMarked
package dev.svc.server.terminal.vt;

import org.jspecify.annotations.NullMarked;
