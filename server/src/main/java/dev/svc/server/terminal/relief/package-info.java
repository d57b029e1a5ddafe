/// The relief: a small process that reads on in every terminal while one server ends and the next one begins.
@NullMarked
package dev.svc.server.terminal.relief;

import org.jspecify.annotations.NullMarked;
