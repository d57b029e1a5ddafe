package dev.svc.server.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import dev.svc.server.terminal.host.Size;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is noticed about programs without viewers: their status, and that nobody uses them.
class WatchIT {
    /// Asks whether its states are wanted, and reports them after the answer.
    private static final String ANNOUNCER = """
            stty raw -echo
            printf '\\033]7501;?\\033\\\\'
            dd bs=1 count=10 status=none >answer
            printf '\\033]7501;state=working:app=x\\033\\\\'
            dd bs=1 count=1 status=none >key
            printf '\\033]7501;state=blocked:app=x:kind=permission\\033\\\\'
            cat
            """;

    @TempDir
    Path temp;

    House house;
    private final Set<SessionId> spared = new HashSet<>();

    @BeforeEach
    void build() throws IOException {
        house = new House(temp);
    }

    @AfterEach
    void tearDown() {
        house.close();
    }

    @Test
    void a_program_that_asks_is_answered_and_its_states_are_told_without_any_viewer() throws IOException {
        house.pinning.script = ANNOUNCER;
        var id = house.stored("one");
        var viewer = house.terminals.open(AttachRequest.of(id, Size.USUAL, "tab"));
        Waiting.until(() -> house.told.contains("working " + id));
        viewer.write(new byte[] {'y'});
        viewer.close();

        Waiting.until(() -> house.told.contains("waiting " + id));
        assertThat(house.terminals.status(id)).isEqualTo(Status.WAITING);
    }

    @Test
    void an_abandoned_program_is_ended_and_a_watched_or_spared_one_is_not() throws IOException {
        var abandoned = house.stored("abandoned");
        var watched = house.stored("watched");
        var kept = house.stored("kept");
        lookInto(abandoned);
        lookInto(kept);
        house.terminals.open(AttachRequest.of(watched, Size.USUAL, "tab"));
        spared.add(kept);
        house.clock.ahead = Duration.ofHours(2);
        try (var reaper = reaper(false)) {
            reaper.look();
        }

        Waiting.until(() -> !house.terminals.isLive(abandoned));
        assertThat(house.told).contains("reaped " + abandoned);
        assertThat(house.terminals.isLive(watched)).isTrue();
        assertThat(house.terminals.isLive(kept)).isTrue();
    }

    @Test
    void a_rehearsal_tells_once_and_ends_nothing() throws IOException {
        var id = house.stored("one");
        lookInto(id);
        house.clock.ahead = Duration.ofHours(2);
        try (var reaper = reaper(true)) {
            reaper.look();
            reaper.look();
        }

        assertThat(house.told.stream().filter(("reaped " + id + " dry")::equals))
                .hasSize(1);
        assertThat(house.terminals.isLive(id)).isTrue();
    }

    @Test
    void what_was_rehearsed_is_ended_once_it_is_meant() throws IOException {
        var id = house.stored("one");
        lookInto(id);
        house.clock.ahead = Duration.ofHours(2);
        var dryRun = new AtomicBoolean(true);
        try (var reaper = reaper(dryRun::get)) {
            reaper.look();
            dryRun.set(false);
            reaper.look();
        }

        Waiting.until(() -> !house.terminals.isLive(id));
    }

    /// Stays until the program has printed everything: later output would count as use.
    private void lookInto(SessionId id) throws IOException {
        try (var viewer = house.terminals.open(AttachRequest.of(id, Size.USUAL, "tab"))) {
            House.readUntil(viewer, "up\r\n");
        }
    }

    private Reaper reaper(boolean dryRun) {
        return reaper(() -> dryRun);
    }

    private Reaper reaper(BooleanSupplier dryRun) {
        Supplier<Reaper.Settings> settings =
                () -> new Reaper.Settings(Duration.ofHours(1), Duration.ofHours(1), dryRun.getAsBoolean());
        return new Reaper(house.terminals, settings, spared::contains, house, house.clock);
    }
}
