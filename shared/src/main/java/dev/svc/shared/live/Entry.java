package dev.svc.shared.live;

import java.time.Instant;

/// An entry of the journal, without what it changed.
///
/// @param type the word for what happened
/// @param subject the title of what it happened to; empty where there is none
/// @param actor who did it
public record Entry(long seq, Instant at, String type, String subject, String actor) {}
