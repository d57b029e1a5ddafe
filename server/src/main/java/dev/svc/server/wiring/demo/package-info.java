/// The demonstration: its configuration, and its past in a journal.
@NullMarked
package dev.svc.server.wiring.demo;

import org.jspecify.annotations.NullMarked;
