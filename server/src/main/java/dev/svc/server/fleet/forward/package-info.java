/// Tells the other hosts of this host's rows, without ever waiting for the broker.
@NullMarked
package dev.svc.server.fleet.forward;

import org.jspecify.annotations.NullMarked;
