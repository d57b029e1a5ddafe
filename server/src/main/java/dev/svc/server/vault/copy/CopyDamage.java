package dev.svc.server.vault.copy;

/// Bytes of a copy that are not what was written.
///
/// @param offset where they are in the file of the copy
/// @param length how many they are
/// @param lost what they held, for people
public record CopyDamage(long offset, long length, String lost) {}
