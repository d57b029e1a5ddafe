/// Careful readers of JSON that is larger or worse than it should be.
@NullMarked
package dev.svc.server.engine.json;

import org.jspecify.annotations.NullMarked;
