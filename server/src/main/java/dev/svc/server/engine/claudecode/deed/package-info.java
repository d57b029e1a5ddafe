/// What Claude Code tells of edits and commands.
@NullMarked
package dev.svc.server.engine.claudecode.deed;

import org.jspecify.annotations.NullMarked;
