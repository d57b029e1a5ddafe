/// Programs that svc did not start: on which sessions they are, where, what they do, and how to join them.
@NullMarked
package dev.svc.server.outside;

import org.jspecify.annotations.NullMarked;
