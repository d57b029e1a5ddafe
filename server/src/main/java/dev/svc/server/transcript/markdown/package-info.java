/// Markdown as a tree that is safe to walk.
@NullMarked
package dev.svc.server.transcript.markdown;

import org.jspecify.annotations.NullMarked;
