/// The organisation people make of their sessions: its events, the pure fold over them, and the single writer that
/// decides. No input or output.
@NullMarked
package dev.svc.server.metadata;

import org.jspecify.annotations.NullMarked;
