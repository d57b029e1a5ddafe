/// Who runs the service of a home, for those who start, stop or look at it.
@NullMarked
package dev.svc.shared.control;

import org.jspecify.annotations.NullMarked;
