/// How opencode is asked and answered: by the server that it keeps for svc while it runs.
@NullMarked
package dev.svc.server.engine.opencode.ask;

import org.jspecify.annotations.NullMarked;
