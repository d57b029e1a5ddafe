/// Reading the output of programs: many quiet ones at one desk, a flood by a thread of its own.
@NullMarked
package dev.svc.server.terminal.intake;

import org.jspecify.annotations.NullMarked;
