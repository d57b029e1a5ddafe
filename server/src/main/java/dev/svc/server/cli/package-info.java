/// The command line: one class per subcommand, each ending in a documented exit code.
@NullMarked
package dev.svc.server.cli;

import org.jspecify.annotations.NullMarked;
