/// What keeps the service of a home running, for programs that start, stop or observe it.
@NullMarked
package dev.svc.shared.control;

import org.jspecify.annotations.NullMarked;
