/// Where entries are stored for good: a hash chain in Chronicle's files, durable before an append returns, verified at
/// every opening.
@NullMarked
package dev.svc.server.journal;

import org.jspecify.annotations.NullMarked;
