package dev.svc.server.fleet;

/// A host that was taken out of the fleet.
public record EndedHost(String id, String name, String fingerprint) {}
