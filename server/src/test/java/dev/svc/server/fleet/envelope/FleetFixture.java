package dev.svc.server.fleet.envelope;

import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/// A fleet with a few hosts.
final class FleetFixture {
    static final SecureRandom RANDOM = new SecureRandom();
    static final Instant NOW = Instant.parse("2026-11-28T10:00:00Z");

    final FleetKey key = FleetKey.make(RANDOM);
    final HostKeys forge = HostKeys.make(RANDOM);
    final HostKeys laptop = HostKeys.make(RANDOM);
    final HostKeys stranger = HostKeys.make(RANDOM);
    final Charter charter =
            Charter.first(key, forge.as("forge-1", NOW), RANDOM).with(laptop.as("laptop-3", NOW), key, RANDOM);

    static Seal seal(Charter charter, HostKeys host) {
        return seal(charter, host, 1);
    }

    static Seal seal(Charter charter, HostKeys host, long first) {
        var next = new AtomicLong(first);
        return new Seal(charter, host, next::getAndIncrement, InstantSource.fixed(NOW), RANDOM);
    }
}
