/// The subcommands of `svc vault`.
@NullMarked
package dev.svc.server.cli.vault;

import org.jspecify.annotations.NullMarked;
