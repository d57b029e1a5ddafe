package dev.svc.server.fleet.envelope;

import java.time.Instant;

/// A host that was taken out, and whose copy is still read.
///
/// @param ended when it was taken out
public record FormerMember(Member member, Instant ended) {}
