/// Copies of journals at the broker: what this host forwards of its own, and what is read of one.
@NullMarked
package dev.svc.server.fleet.copy;

import org.jspecify.annotations.NullMarked;
