/// Terminals over WebSocket, what goes in and out of them, uploads and scrollback.
@NullMarked
package dev.svc.server.http.term;

import org.jspecify.annotations.NullMarked;
