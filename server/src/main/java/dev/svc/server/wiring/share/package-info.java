/// What sharing needs from other rooms.
@NullMarked
package dev.svc.server.wiring.share;

import org.jspecify.annotations.NullMarked;
