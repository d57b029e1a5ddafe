/// Everything HTTP: the one table of routes with their policies, the gate in front of it, sockets, and what answers
/// look like.
@NullMarked
package dev.svc.server.http;

import org.jspecify.annotations.NullMarked;
