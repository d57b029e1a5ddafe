package dev.svc.server;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;

/// A clock that stands still until a test moves it.
public final class MovingClock implements InstantSource {
    private volatile Instant now;

    public MovingClock(Instant now) {
        this.now = now;
    }

    public void pass(Duration time) {
        now = now.plus(time);
    }

    public Clock clock() {
        return withZone(ZoneOffset.UTC);
    }

    @Override
    public Instant instant() {
        return now;
    }
}
