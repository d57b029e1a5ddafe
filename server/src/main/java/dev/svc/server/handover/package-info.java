/// A session that another program goes on with: what it is told first, and the conversation in a file that it can read.
@NullMarked
package dev.svc.server.handover;

import org.jspecify.annotations.NullMarked;
