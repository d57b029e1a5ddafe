/// What an update needs of the other rooms and of the host: the service to stop and start, its home, a process that
/// outlives it.
@NullMarked
package dev.svc.server.wiring.update;

import org.jspecify.annotations.NullMarked;
