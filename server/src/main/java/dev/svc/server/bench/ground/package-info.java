/// What a benchmark stands on: a folder and processes that go with it, and viewers of terminals.
@NullMarked
package dev.svc.server.bench.ground;

import org.jspecify.annotations.NullMarked;
