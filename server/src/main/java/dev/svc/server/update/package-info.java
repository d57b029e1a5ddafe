/// Where a newer release comes from, whether it may be had, and how it takes the place of the one that runs.
@NullMarked
package dev.svc.server.update;

import org.jspecify.annotations.NullMarked;
