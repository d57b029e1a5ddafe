/// Which programs there are, and what of their stores can be seen without a running service.
@NullMarked
package dev.svc.server.wiring.engine;

import org.jspecify.annotations.NullMarked;
