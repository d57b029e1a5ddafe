/// Qwen Code: one appended chat file a session, below a folder for each working folder.
@NullMarked
package dev.svc.server.engine.qwen;

import org.jspecify.annotations.NullMarked;
