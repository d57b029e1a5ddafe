/// Antigravity CLI: a database for each conversation, a plain transcript beside it, and three lists over all of them.
@NullMarked
package dev.svc.server.engine.antigravity;

import org.jspecify.annotations.NullMarked;
