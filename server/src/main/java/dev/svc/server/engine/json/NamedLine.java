package dev.svc.server.engine.json;

import org.jspecify.annotations.Nullable;

/// How an entry of a log names itself and the one that it follows.
///
/// @param id empty where it has no name
/// @param before empty where it follows none; null where it does not say, and then it follows the entry ahead of it
public record NamedLine(String id, @Nullable String before) {}
