package dev.svc.server.fleet;

import java.time.Instant;

/// An invitation that lets a host in until it ends.
///
/// @param id its name, which tells nothing of what opens it
public record OpenInvitation(String id, Instant ends) {}
