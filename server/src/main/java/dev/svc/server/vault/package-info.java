/// Copies of what the programs wrote, kept after the programs deleted it.
@NullMarked
package dev.svc.server.vault;

import org.jspecify.annotations.NullMarked;
