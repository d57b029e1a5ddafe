/// A search joined with what other rooms know: which sessions it is about, and its result as clients see it.
@NullMarked
package dev.svc.server.found;

import org.jspecify.annotations.NullMarked;
