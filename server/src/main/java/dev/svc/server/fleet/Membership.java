package dev.svc.server.fleet;

import dev.svc.server.fleet.envelope.Charter;
import dev.svc.server.fleet.envelope.FleetId;
import dev.svc.server.fleet.envelope.HostKeys;

/// What makes this host a member: its name and keys, and the newest charter that it has seen.
public record Membership(String name, FleetId fleet, HostKeys keys, Charter charter) {
    public String id() {
        return keys.id();
    }

    Membership under(Charter newer) {
        return new Membership(name, fleet, keys, newer);
    }
}
