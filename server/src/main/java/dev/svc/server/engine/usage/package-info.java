/// What the sessions of a program used, read from their own logs.
@NullMarked
package dev.svc.server.engine.usage;

import org.jspecify.annotations.NullMarked;
