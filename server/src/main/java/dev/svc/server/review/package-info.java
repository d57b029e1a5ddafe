/// The AI review: what is sent of a session, to whom and when, and what comes back. It starts nothing on its own before
/// somebody turned it on.
@NullMarked
package dev.svc.server.review;

import org.jspecify.annotations.NullMarked;
