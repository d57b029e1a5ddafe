/// Hides what looks like a secret before a text leaves the place where it was said.
@NullMarked
package dev.svc.server.mask;

import org.jspecify.annotations.NullMarked;
