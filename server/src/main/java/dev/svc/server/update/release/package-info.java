/// Where a newer release comes from, and whether it may be had.
@NullMarked
package dev.svc.server.update.release;

import org.jspecify.annotations.NullMarked;
