/// Turns of all conversations, read once, in order, as the logs grow, and handed to projections.
@NullMarked
package dev.svc.server.follow;

import org.jspecify.annotations.NullMarked;
