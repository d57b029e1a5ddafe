/// Other hosts: one list over several of them. Each host is the only writer of its own sessions; the broker
/// between them is not trusted.
@NullMarked
package dev.svc.server.fleet;

import org.jspecify.annotations.NullMarked;
