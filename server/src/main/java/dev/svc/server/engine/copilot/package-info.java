/// GitHub Copilot CLI: a folder per session with a note in YAML and a log of events, which taking back rewrites.
@NullMarked
package dev.svc.server.engine.copilot;

import org.jspecify.annotations.NullMarked;
