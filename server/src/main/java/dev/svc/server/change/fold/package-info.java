/// Edits of a session, folded into a net diff.
@NullMarked
package dev.svc.server.change.fold;

import org.jspecify.annotations.NullMarked;
