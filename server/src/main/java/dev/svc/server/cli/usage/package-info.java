/// The command that says what was used.
@NullMarked
package dev.svc.server.cli.usage;

import org.jspecify.annotations.NullMarked;
