/// How the output of programs comes in: from many at one desk, from a flood by a thread of its own.
@NullMarked
package dev.svc.server.terminal.intake;

import org.jspecify.annotations.NullMarked;
