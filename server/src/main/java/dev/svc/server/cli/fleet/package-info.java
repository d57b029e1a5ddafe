/// `svc fleet`: making a fleet, letting hosts in, looking at it, ending hosts.
@NullMarked
package dev.svc.server.cli.fleet;

import org.jspecify.annotations.NullMarked;
