/// The contract with the agent programs, the one registry of them, and the careful readers their stores are read with.
@NullMarked
package dev.svc.server.engine;

import org.jspecify.annotations.NullMarked;
