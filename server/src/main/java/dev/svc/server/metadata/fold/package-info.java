/// The organisation that follows from all events.
@NullMarked
package dev.svc.server.metadata.fold;

import org.jspecify.annotations.NullMarked;
