/// Fits sessions to folders that lie elsewhere than on the host where they were held.
@NullMarked
package dev.svc.server.engine.move;

import org.jspecify.annotations.NullMarked;
