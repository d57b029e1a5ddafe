/// What stands before every route: who asks, what they may, what a request holds, what an answer looks like.
@NullMarked
package dev.svc.server.http.gate;

import org.jspecify.annotations.NullMarked;
