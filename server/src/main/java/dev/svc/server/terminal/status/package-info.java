/// What a program is doing, read from what it announces, from its title and from its screen.
@NullMarked
package dev.svc.server.terminal.status;

import org.jspecify.annotations.NullMarked;
