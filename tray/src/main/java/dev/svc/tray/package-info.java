/// The tray: the service of one home on a desktop. The root knows every room; none knows it.
@NullMarked
package dev.svc.tray;

import org.jspecify.annotations.NullMarked;
