/// The file that holds the copy of one session: its records, its states, what damage does to it.
@NullMarked
package dev.svc.server.vault.copy;

import org.jspecify.annotations.NullMarked;
