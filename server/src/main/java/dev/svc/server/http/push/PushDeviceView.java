package dev.svc.server.http.push;

import dev.svc.server.push.PushDevice;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// A device as clients see it: nothing that something could be sent to it with.
///
/// @param host of its push service
public record PushDeviceView(
        String id,
        String name,
        Instant createdAt,
        @Nullable Instant lastUsedAt,
        @Nullable Quiet quiet,
        boolean hideContent,
        String host) {

    /// From and to, in minutes of the day.
    public record Quiet(int from, int to) {}

    static PushDeviceView of(PushDevice it) {
        var quiet = it.quiet();
        return new PushDeviceView(
                it.id(),
                it.name(),
                it.createdAt(),
                it.lastUsedAt(),
                quiet == null ? null : new Quiet(quiet.from(), quiet.to()),
                it.hideContent(),
                it.address().host());
    }
}
