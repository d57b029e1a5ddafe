package dev.svc.server.journal;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicLong;

/// An hour later each time somebody looks, so that a week, and with it a file, is soon over.
final class HourlyClock extends Clock {
    private final Instant start;
    private final AtomicLong looks = new AtomicLong();

    HourlyClock(Instant start) {
        this.start = start;
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }

    @Override
    public Instant instant() {
        return start.plus(Duration.ofHours(looks.incrementAndGet()));
    }
}
