package dev.svc.server.push;

import dev.svc.server.push.crypto.PushSeal;
import dev.svc.server.push.post.Outbox;
import dev.svc.server.push.post.Posted;
import dev.svc.server.push.post.Posting;
import dev.svc.server.session.SessionId;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// Notices to devices, whole.
public final class Push implements AutoCloseable {
    private final PushServices services;
    private final PushDevices devices;
    private final PushKeyFile keys;
    private final Looking looking;
    private final Posting posting;
    private final Outbox outbox;
    private final WebPush browsers;
    private final Audience audience;
    private final Happenings happenings;

    /// What it is opened with.
    ///
    /// @param folder where its two files lie
    /// @param origin of the page, where others can reach it
    /// @param zone in which quiet hours are meant
    /// @param pace how long it holds back, waits and pauses
    public record Options(
            Path folder,
            PushServices services,
            Optional<String> origin,
            ZoneId zone,
            SecureRandom random,
            InstantSource clock,
            Pace pace) {}

    /// How long it holds back, waits and pauses.
    ///
    /// @param grace how long a question is held back
    /// @param patience for an answer of a push service
    /// @param pause before the second try
    public record Pace(Duration grace, Duration patience, Duration pause) {
        public static final Pace USUAL = new Pace(Duration.ofSeconds(2), Duration.ofSeconds(10), Duration.ofSeconds(5));
    }

    /// @param relays the places beside browsers, as they are set now
    /// @param isAsleep whether somebody wants to hear nothing of a session for now
    public Push(Options options, Supplier<PushRelays> relays, Predicate<SessionId> isAsleep) {
        var clock = options.clock();
        this.services = options.services();
        this.devices = new PushDevices(options.folder().resolve("push-devices.json"), services, clock);
        this.keys = new PushKeyFile(options.folder().resolve("push.key"), options.random());
        this.looking = new Looking(clock);
        this.posting = new Posting(options.pace().patience(), clock);
        this.outbox = new Outbox(posting, options.pace().pause());
        this.browsers = new WebPush(keys, new PushSeal(options.random()), subject(options.origin()), clock);
        this.audience = new Audience(
                devices,
                relays,
                looking,
                isAsleep,
                outbox,
                browsers,
                new RelayRequests(options.origin(), clock),
                clock,
                options.zone());
        this.happenings = new Happenings(audience, options.pace().grace(), Looking.VALID);
    }

    /// Push services want to know how they reach whoever sends too much. Browsers tell them the origin of the page
    /// anyway.
    private static String subject(Optional<String> origin) {
        return origin.filter(it -> it.startsWith("https://")).orElse("mailto:nobody@example.org");
    }

    public PushDevices devices() {
        return devices;
    }

    public Looking looking() {
        return looking;
    }

    public Happenings happenings() {
        return happenings;
    }

    /// What browsers are given, so that nobody else can send to the address that they make.
    public String publicKey() {
        return keys.key().shown();
    }

    /// Adds a device, as its browser describes it.
    public PushDevices.Added add(String endpoint, String key, String secret, String name) throws UnfitPushException {
        return devices.add(PushAddress.of(endpoint, key, secret, services), name);
    }

    /// Sends a device, ntfy or the webhook a notice and says at once what became of it; empty when there is no such
    /// place.
    public Optional<Posted> test(String id) throws InterruptedException {
        var relay = audience.relay(id, PushNotice.test());
        if (relay.isPresent()) {
            return Optional.of(posting.send(relay.get()));
        }
        var device = devices.find(id);
        if (device.isEmpty()) {
            return Optional.empty();
        }
        var posted = posting.send(Audience.known(browsers.request(device.get(), PushNotice.test())));
        audience.heard(device.get(), posted);
        return Optional.of(posted);
    }

    @Override
    public void close() {
        happenings.close();
        outbox.close();
        posting.close();
    }
}
