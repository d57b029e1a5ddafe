package dev.svc.server.wiring.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.auth.SecurityNote;
import dev.svc.server.auth.login.Caller;
import dev.svc.server.metadata.event.Actor;
import dev.svc.shared.audit.HostChangeLog.Who;
import java.net.InetAddress;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SecurityLogTest {
    @ParameterizedTest
    @EnumSource
    void each_note_becomes_the_event_of_its_name_with_who_and_where(SecurityNote.What what) {
        var caller = new Caller(InetAddress.ofLiteral("192.0.2.1"), false, "a browser");
        var note = new SecurityNote(what, caller, "login-1", Map.of("left", "9"), Optional.empty());
        assertThat(SecurityLog.event(note).kind().name()).isEqualTo(what.name());
        assertThat(SecurityLog.event(note).details()).isEqualTo(Map.of("left", "9"));
        assertThat(SecurityLog.actor(note)).isEqualTo(Actor.admin("login-1", "192.0.2.1"));
    }

    @Test
    void what_happened_on_the_host_was_done_by_who_says_so_else_by_the_command_line() {
        assertThat(actor(Optional.empty())).isEqualTo(Actor.CLI);
        assertThat(actor(Optional.of(Who.CLI))).isEqualTo(Actor.CLI);
        assertThat(actor(Optional.of(Who.TRAY))).isEqualTo(Actor.TRAY);
    }

    private static Actor actor(Optional<Who> who) {
        return SecurityLog.actor(new SecurityNote(SecurityNote.What.PASSWORD_RESET, null, null, Map.of(), who));
    }
}
