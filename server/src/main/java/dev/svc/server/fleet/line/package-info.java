/// Lines between two hosts, one for each terminal that a page of one shows of the other: frames both ways, sealed,
/// each once and in order, or the line is broken.
@NullMarked
package dev.svc.server.fleet.line;

import org.jspecify.annotations.NullMarked;
