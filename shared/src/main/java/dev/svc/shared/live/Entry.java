package dev.svc.shared.live;

import java.time.Instant;

/// An entry of the journal, without what it changed.
///
/// @param type the word for what happened
/// @param subject the title of what it happened to, or what became of it where it may end in several ways; empty where
/// there is neither
/// @param actor who did it
public record Entry(long seq, Instant at, String type, String subject, String actor) {}
