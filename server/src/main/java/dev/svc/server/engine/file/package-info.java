/// Bytes, stamps and excerpts of files that other programs write.
@NullMarked
package dev.svc.server.engine.file;

import org.jspecify.annotations.NullMarked;
