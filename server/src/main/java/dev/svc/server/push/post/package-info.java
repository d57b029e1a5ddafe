/// Sending to places outside: one after the other, again where that may help, and nowhere that is not allowed.
@NullMarked
package dev.svc.server.push.post;

import org.jspecify.annotations.NullMarked;
