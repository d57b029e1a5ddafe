/// The server that all terminals of Codex share: how it is spoken to, and how it is asked and answered.
@NullMarked
package dev.svc.server.engine.codex.daemon;

import org.jspecify.annotations.NullMarked;
