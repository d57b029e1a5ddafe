/// Routes of a session that is on another host: what is asked here is asked there, and the answer is the owner's.
@NullMarked
package dev.svc.server.http.fleet;

import org.jspecify.annotations.NullMarked;
