/// The state in which a start finds its home.
@NullMarked
package dev.svc.server.wiring.home;

import org.jspecify.annotations.NullMarked;
