/// Turns in readable form: rendered at a width, in pages, under caps, or exported whole.
@NullMarked
package dev.svc.server.transcript;

import org.jspecify.annotations.NullMarked;
