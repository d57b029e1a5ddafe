package dev.svc.server.handover;

/// The first prompt of the session that goes on.
///
/// @param masked how many secrets were masked in it
public record Pack(String prompt, int masked) {}
