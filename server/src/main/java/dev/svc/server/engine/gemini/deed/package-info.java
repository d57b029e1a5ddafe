/// What Gemini CLI tells of edits and commands.
@NullMarked
package dev.svc.server.engine.gemini.deed;

import org.jspecify.annotations.NullMarked;
