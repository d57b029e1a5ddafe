/// How Claude Code is asked and answered beside its screen.
@NullMarked
package dev.svc.server.engine.claudecode.ask;

import org.jspecify.annotations.NullMarked;
