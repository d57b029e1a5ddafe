/// Codex: rollouts as JSON lines below `sessions`, by the day they began, and names in an index beside them.
@NullMarked
package dev.svc.server.engine.codex;

import org.jspecify.annotations.NullMarked;
