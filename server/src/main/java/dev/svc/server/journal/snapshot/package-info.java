/// Snapshots of the organisation, so that a start reads the newest events only.
@NullMarked
package dev.svc.server.journal.snapshot;

import org.jspecify.annotations.NullMarked;
