/// Threads that a service cannot do without.
@NullMarked
package dev.svc.shared.vital;

import org.jspecify.annotations.NullMarked;
