/// The rows of the benchmark that are measured inside of svc, and the list of all.
@NullMarked
package dev.svc.server.wiring.bench;

import org.jspecify.annotations.NullMarked;
