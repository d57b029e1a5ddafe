/// Turns of a conversation out of a log, by index, without reading all of it.
@NullMarked
package dev.svc.server.engine.turn;

import org.jspecify.annotations.NullMarked;
