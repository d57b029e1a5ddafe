/// Kimi Code: a folder per session with a state file and an appended wire log.
@NullMarked
package dev.svc.server.engine.kimi;

import org.jspecify.annotations.NullMarked;
