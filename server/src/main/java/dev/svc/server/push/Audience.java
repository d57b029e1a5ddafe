package dev.svc.server.push;

import dev.svc.server.push.post.Letter;
import dev.svc.server.push.post.Outbox;
import dev.svc.server.push.post.Outgoing;
import dev.svc.server.push.post.Posted;
import dev.svc.server.session.SessionId;
import java.net.http.HttpRequest;
import java.time.InstantSource;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// Decides who is told what, and hands it to the outbox.
final class Audience {
    private static final String NTFY = "ntfy";
    private static final String WEBHOOK = "webhook";

    private final PushDevices devices;
    private final Supplier<PushRelays> relays;
    private final Looking looking;
    private final Predicate<SessionId> isAsleep;
    private final Outbox outbox;
    private final WebPush browsers;
    private final RelayRequests others;
    private final InstantSource clock;
    private final ZoneId zone;

    /// @param isAsleep whether somebody wants to hear nothing of a session for now
    /// @param zone in which quiet hours are meant
    Audience(
            PushDevices devices,
            Supplier<PushRelays> relays,
            Looking looking,
            Predicate<SessionId> isAsleep,
            Outbox outbox,
            WebPush browsers,
            RelayRequests others,
            InstantSource clock,
            ZoneId zone) {
        this.devices = devices;
        this.relays = relays;
        this.looking = looking;
        this.isAsleep = isAsleep;
        this.outbox = outbox;
        this.browsers = browsers;
        this.others = others;
        this.clock = clock;
        this.zone = zone;
    }

    /// Tells everybody who wants to hear it now, and says who that is; empty where somebody is looking at the session.
    Optional<Set<String>> tell(PushNotice notice) {
        var session = notice.session();
        if (session != null && looking.isLookedAt(session)) {
            return Optional.empty();
        }
        return Optional.of(session != null && isAsleep.test(session) ? Set.of() : send(notice, _ -> true, true));
    }

    /// Tells those who have been told something that holds no more, at whatever hour: it makes no noise.
    void tellAgain(PushNotice notice, Set<String> told) {
        var _ = send(notice, told::contains, false);
    }

    private Set<String> send(PushNotice notice, Predicate<String> isMeant, boolean keepsQuiet) {
        var told = new HashSet<String>();
        var time = LocalTime.ofInstant(clock.instant(), zone);
        for (var device : devices.all()) {
            var quiet = device.quiet();
            boolean isQuiet = keepsQuiet && quiet != null && quiet.contain(time);
            if (isMeant.test(device.id()) && !isQuiet) {
                told.add(device.id());
                outbox.add(letter(device, notice));
            }
        }
        var now = relays.get();
        var shown = now.hideContent() ? notice.hidden() : notice;
        var ntfy = now.ntfy();
        if (ntfy != null && isMeant.test(NTFY)) {
            told.add(NTFY);
            outbox.add(new Letter(
                    NTFY, ntfy.toString(), notice.tag(), () -> sent(others.request(ntfy, shown), now), _ -> {}));
        }
        var webhook = now.webhook();
        if (webhook != null && isMeant.test(WEBHOOK)) {
            told.add(WEBHOOK);
            outbox.add(new Letter(
                    WEBHOOK,
                    webhook.toString(),
                    notice.tag(),
                    () -> sent(others.request(webhook, shown), now),
                    _ -> {}));
        }
        return told;
    }

    private static Outgoing sent(HttpRequest request, PushRelays relays) {
        return new Outgoing(request, relays.mayBePrivate());
    }

    /// Tells the webhook, whoever looks and at whatever hour: it is told to a program.
    void tell(News news) {
        var now = relays.get();
        var webhook = now.webhook();
        if (webhook != null && now.allNews()) {
            outbox.add(new Letter(
                    WEBHOOK,
                    webhook.toString(),
                    news.kind() + " " + news.session(),
                    () -> sent(others.request(webhook, news, now.hideContent()), now),
                    _ -> {}));
        }
    }

    /// What a place beside browsers is sent; empty where none of this name is set.
    Optional<Outgoing> relay(String name, PushNotice notice) {
        var now = relays.get();
        var shown = now.hideContent() ? notice.hidden() : notice;
        return switch (name) {
            case NTFY -> Optional.ofNullable(now.ntfy()).map(it -> sent(others.request(it, shown), now));
            case WEBHOOK -> Optional.ofNullable(now.webhook()).map(it -> sent(others.request(it, shown), now));
            default -> Optional.empty();
        };
    }

    private Letter letter(PushDevice device, PushNotice notice) {
        return new Letter(
                device.id(),
                device.address().host(),
                notice.tag(),
                () -> known(browsers.request(device, notice)),
                posted -> heard(device, posted));
    }

    /// The hosts of push services are known by their names.
    static Outgoing known(HttpRequest request) {
        return new Outgoing(request, true);
    }

    /// What became of something that was sent to a device.
    void heard(PushDevice device, Posted posted) {
        if (posted.isGone()) {
            devices.gone(device);
        } else if (posted.isAccepted()) {
            devices.used(device.id());
        }
    }
}
