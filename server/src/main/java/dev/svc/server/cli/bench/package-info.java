/// The command that measures this machine.
@NullMarked
package dev.svc.server.cli.bench;

import org.jspecify.annotations.NullMarked;
