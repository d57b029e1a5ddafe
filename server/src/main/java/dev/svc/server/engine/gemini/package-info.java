/// Gemini CLI: append-only chat files below a folder for each project; several of them may make up one session.
@NullMarked
package dev.svc.server.engine.gemini;

import org.jspecify.annotations.NullMarked;
