/// What connects the fleet with the catalog, the organisation, the terminals, the open pages and the command
/// line.
@NullMarked
package dev.svc.server.wiring.fleet;

import org.jspecify.annotations.NullMarked;
