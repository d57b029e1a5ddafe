/// What the review needs of the other rooms: the sessions, their last turns, its settings and its marks.
@NullMarked
package dev.svc.server.wiring.review;

import org.jspecify.annotations.NullMarked;
