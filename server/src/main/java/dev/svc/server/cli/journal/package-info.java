/// `svc journal`: what was changed, whether it is all there, and the way out and back in.
@NullMarked
package dev.svc.server.cli.journal;

import org.jspecify.annotations.NullMarked;
