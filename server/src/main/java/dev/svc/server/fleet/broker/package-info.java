/// The way to the broker: keeps the newest message of each key and passes on what comes. Alone with NATS.
@NullMarked
package dev.svc.server.fleet.broker;

import org.jspecify.annotations.NullMarked;
