/// Copies on their way: to another host, to a colleague, into a backup and out of it.
@NullMarked
package dev.svc.server.vault.bundle;

import org.jspecify.annotations.NullMarked;
