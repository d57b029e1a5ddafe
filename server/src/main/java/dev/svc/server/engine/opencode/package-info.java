/// opencode: a SQLite database whose newest rows may live only in its log, and the JSON tree of its older versions.
@NullMarked
package dev.svc.server.engine.opencode;

import org.jspecify.annotations.NullMarked;
