/// What runs now, as the service writes it down for other programs of the same person on the same host.
@NullMarked
package dev.svc.shared.live;

import org.jspecify.annotations.NullMarked;
