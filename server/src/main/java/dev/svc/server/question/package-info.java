/// What programs ask: which questions are open, who answered first, and what became of the answer. No input or output.
@NullMarked
package dev.svc.server.question;

import org.jspecify.annotations.NullMarked;
