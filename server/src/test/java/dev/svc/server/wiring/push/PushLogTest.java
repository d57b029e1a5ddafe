package dev.svc.server.wiring.push;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.http.gate.Visitor;
import dev.svc.server.journal.MemoryJournal;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.metadata.event.MetadataEvent;
import dev.svc.server.metadata.event.MetadataEvent.Security;
import dev.svc.server.metadata.event.SecurityEvent;
import dev.svc.server.metadata.event.SecurityEvent.Kind;
import dev.svc.server.push.PushAddress;
import dev.svc.server.push.PushBrowser;
import dev.svc.server.push.PushDevice;
import dev.svc.server.push.PushServices;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PushLogTest {
    @Test
    void the_journal_says_who_is_told_and_never_where_they_are_reached() throws Exception {
        var browser = new PushBrowser();
        var address = PushAddress.of(
                "https://fcm.googleapis.com/fcm/send/secret",
                browser.key(),
                browser.secret(),
                new PushServices(Optional.empty()));
        var device = new PushDevice("id", "Phone", address, Instant.EPOCH, null, null, false);
        var all = new ArrayList<MetadataEvent>();
        try (var metadata = new Metadata(new MemoryJournal(), Clock.systemUTC())) {
            var log = new PushLog(metadata);
            log.added(device, new Visitor("admin", "login", "192.0.2.1"));
            log.removed(device, new Visitor("admin", "login", "192.0.2.1"));
            metadata.journal().read(0, link -> all.add(link.entry().event()));
        }

        var details = Map.of("device", "Phone", "push_service", "fcm.googleapis.com");
        assertThat(all)
                .containsExactly(
                        new Security(new SecurityEvent(Kind.DEVICE_ADDED, details)),
                        new Security(new SecurityEvent(Kind.DEVICE_REMOVED, details)));
    }
}
