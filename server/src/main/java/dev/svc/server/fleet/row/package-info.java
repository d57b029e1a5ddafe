/// A session of another host, as its owner told of it.
@NullMarked
package dev.svc.server.fleet.row;

import org.jspecify.annotations.NullMarked;
