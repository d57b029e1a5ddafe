/// A conversation as one document, written turn by turn so that its length costs no memory.
@NullMarked
package dev.svc.server.transcript.export;

import org.jspecify.annotations.NullMarked;
