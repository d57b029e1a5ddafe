package dev.svc.server.vault;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// How the vault is.
///
/// @param enabled whether sessions are copied
/// @param bytes what the copies take on the disk
/// @param logicalBytes what they hold, as the programs wrote it
/// @param sessions how many are kept
/// @param gone how many of them are nowhere else
/// @param limit how many bytes they may take
/// @param free how many more the disk has
/// @param oldest when the least lately used of them was written to; null when there is none
/// @param pending how many sessions are still to be copied
/// @param trouble why nothing is copied at present; null when nothing is in the way
public record VaultStatus(
        boolean enabled,
        long bytes,
        long logicalBytes,
        int sessions,
        int gone,
        long limit,
        long free,
        @Nullable Instant oldest,
        int pending,
        @Nullable String trouble) {}
