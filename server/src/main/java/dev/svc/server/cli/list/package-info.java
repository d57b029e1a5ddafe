/// The list of sessions.
@NullMarked
package dev.svc.server.cli.list;

import org.jspecify.annotations.NullMarked;
