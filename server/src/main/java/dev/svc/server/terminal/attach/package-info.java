/// The way from a terminal of this host into a session: a socket in the runtime folder, which only the owner reaches.
@NullMarked
package dev.svc.server.terminal.attach;

import org.jspecify.annotations.NullMarked;
