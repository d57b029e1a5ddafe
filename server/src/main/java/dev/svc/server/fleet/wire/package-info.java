/// The form of messages between hosts: fields with numbers, bounded, readable by releases that know fewer of
/// them.
@NullMarked
package dev.svc.server.fleet.wire;

import org.jspecify.annotations.NullMarked;
