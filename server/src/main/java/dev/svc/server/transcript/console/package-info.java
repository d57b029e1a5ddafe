/// Turns as a terminal shows them: wrapped lines with colours, and no control sequence but our own.
@NullMarked
package dev.svc.server.transcript.console;

import org.jspecify.annotations.NullMarked;
