/// The benchmark: rows that are measured in rounds beside others, and what came of it.
@NullMarked
package dev.svc.server.bench;

import org.jspecify.annotations.NullMarked;
