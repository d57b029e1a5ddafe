/// What the programs let svc see of their processes that svc did not start. Contract and values; who looks at the
/// system is another room.
@NullMarked
package dev.svc.server.engine.outside;

import org.jspecify.annotations.NullMarked;
