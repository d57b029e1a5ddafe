/// Claude Code: transcripts as JSON lines below `projects`, one file for each session.
@NullMarked
package dev.svc.server.engine.claudecode;

import org.jspecify.annotations.NullMarked;
