/// Notices to the devices of people: which devices there are, who is told what and when, and the sending.
@NullMarked
package dev.svc.server.push;

import org.jspecify.annotations.NullMarked;
