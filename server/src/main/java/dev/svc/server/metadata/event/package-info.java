/// What happens to the organisation, as values: events, who did them, and what they change.
@NullMarked
package dev.svc.server.metadata.event;

import org.jspecify.annotations.NullMarked;
