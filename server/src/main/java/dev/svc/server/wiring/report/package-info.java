/// What the service says about itself, its machine and who signed in.
@NullMarked
package dev.svc.server.wiring.report;

import org.jspecify.annotations.NullMarked;
