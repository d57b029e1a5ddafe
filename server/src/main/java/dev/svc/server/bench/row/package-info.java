/// What is measured from outside, of svc and of its peers.
@NullMarked
package dev.svc.server.bench.row;

import org.jspecify.annotations.NullMarked;
