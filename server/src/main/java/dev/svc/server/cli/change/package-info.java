/// What sessions changed, on the command line.
@NullMarked
package dev.svc.server.cli.change;

import org.jspecify.annotations.NullMarked;
