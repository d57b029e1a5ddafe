/// How a program is asked and answered beside its screen.
@NullMarked
package dev.svc.server.engine.ask;

import org.jspecify.annotations.NullMarked;
