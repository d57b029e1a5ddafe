/// The AI review: what is sent of a session, to whom and when, and what comes back. Nothing starts before somebody
/// turns it on.
@NullMarked
package dev.svc.server.review;

import org.jspecify.annotations.NullMarked;
