package dev.svc.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.auth.Caller;
import dev.svc.server.auth.SecurityNote;
import dev.svc.server.metadata.Actor;
import java.net.InetAddress;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SecurityLogTest {
    @ParameterizedTest
    @EnumSource
    void each_note_becomes_the_event_of_its_name_with_who_and_where(SecurityNote.What what) {
        var caller = new Caller(InetAddress.ofLiteral("192.0.2.1"), false, "a browser");
        var note = new SecurityNote(what, caller, "login-1", Map.of("left", "9"));
        assertThat(SecurityLog.event(note).kind().name()).isEqualTo(what.name());
        assertThat(SecurityLog.event(note).details()).isEqualTo(Map.of("left", "9"));
        assertThat(SecurityLog.actor(note)).isEqualTo(Actor.admin("login-1", "192.0.2.1"));
        assertThat(SecurityLog.actor(new SecurityNote(what, null, null, Map.of())))
                .isEqualTo(Actor.CLI);
    }
}
