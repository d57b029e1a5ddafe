/// Grok Build: a folder a session below one for its working folder, with a summary and an appended stream of updates.
@NullMarked
package dev.svc.server.engine.grok;

import org.jspecify.annotations.NullMarked;
