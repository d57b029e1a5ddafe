/// The terminals of all living sessions: one program and one writer each, launched, adopted, watched, and held again
/// after a restart.
@NullMarked
package dev.svc.server.terminal;

import org.jspecify.annotations.NullMarked;
