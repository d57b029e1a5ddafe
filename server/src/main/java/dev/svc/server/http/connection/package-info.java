/// Connections before and beneath requests: how many there may be, how long each may take, and which framing is taken.
@NullMarked
package dev.svc.server.http.connection;

import org.jspecify.annotations.NullMarked;
