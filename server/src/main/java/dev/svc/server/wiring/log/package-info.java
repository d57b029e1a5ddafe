/// Where the log goes, and how much of it there may be.
@NullMarked
package dev.svc.server.wiring.log;

import org.jspecify.annotations.NullMarked;
