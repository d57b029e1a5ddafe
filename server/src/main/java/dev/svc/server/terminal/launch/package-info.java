/// What a launch needs before there is a terminal: its record, its environment, its lock.
@NullMarked
package dev.svc.server.terminal.launch;

import org.jspecify.annotations.NullMarked;
