/// Careful readers of databases that another program has open.
@NullMarked
package dev.svc.server.engine.sqlite;

import org.jspecify.annotations.NullMarked;
