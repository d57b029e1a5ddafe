/// Where programs get their terminals: behind dtach, which outlives the server, or inside it where there is no dtach.
@NullMarked
package dev.svc.server.terminal.host;

import org.jspecify.annotations.NullMarked;
