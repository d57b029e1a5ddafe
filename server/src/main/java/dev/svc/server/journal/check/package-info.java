/// Whether a journal is sound, and what of a damaged one can be kept.
@NullMarked
package dev.svc.server.journal.check;

import org.jspecify.annotations.NullMarked;
