/// Commands that the running service carries out, through its own interface.
@NullMarked
package dev.svc.server.cli.api;

import org.jspecify.annotations.NullMarked;
