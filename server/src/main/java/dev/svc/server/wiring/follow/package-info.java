/// What connects followers with the catalog.
@NullMarked
package dev.svc.server.wiring.follow;

import org.jspecify.annotations.NullMarked;
