/// Where entries are kept for good: a hash chain in Chronicle's files, durable before it answers, verified whenever it
/// opens.
@NullMarked
package dev.svc.server.journal;

import org.jspecify.annotations.NullMarked;
