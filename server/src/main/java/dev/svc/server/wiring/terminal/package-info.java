/// What terminals and the other rooms tell each other, and where programs are hosted on this machine.
@NullMarked
package dev.svc.server.wiring.terminal;

import org.jspecify.annotations.NullMarked;
