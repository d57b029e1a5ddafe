package dev.svc.server.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.update.UpdateStatus.State;
import dev.svc.server.update.release.Channel;
import dev.svc.shared.audit.HostChangeLog;
import dev.svc.shared.audit.HostChangeLog.What;
import dev.svc.shared.audit.HostChangeLog.Who;
import dev.svc.shared.config.Home;
import dev.svc.shared.control.HomeLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// How the running service handles updates.
class UpdateWatchTest {
    @TempDir
    private Path folder;

    private Host host;
    private UpdateSettings settings;
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-21T12:00:00Z"));
    private final List<List<String>> begun = new ArrayList<>();
    private final List<UpdateStatus> ended = new ArrayList<>();
    private final List<Step> steps = new ArrayList<>();
    private final List<String> set = new ArrayList<>();

    @BeforeEach
    void install() throws IOException {
        host = new Host(folder);
        settings = new UpdateSettings(
                Optional.of(host.origin.address().toString()), Optional.empty(), Channel.STABLE, true);
    }

    @AfterEach
    void end() {
        host.close();
    }

    private Updates updates(Path root) {
        var running = new Updates.Running(Optional.of(root), "1.0.0", "");
        return new Updates(
                host.paths,
                () -> settings,
                running,
                (_, words) -> begun.add(words),
                Map.copyOf(System.getenv()),
                clock());
    }

    private Updates installed() {
        return updates(host.releases.current().orElseThrow().source());
    }

    private Clock clock() {
        InstantSource source = now::get;
        return source.withZone(ZoneOffset.UTC);
    }

    private UpdateWatch watch() {
        var listener = new UpdateWatch.Listener(status -> steps.add(status.step()), ended::add, (what, who) -> {
            assertThat(deeds().find(what)).as("as long as it is not told").contains(who);
            set.add(what + " by " + who);
        });
        return new UpdateWatch(installed(), host.paths, deeds(), listener, clock());
    }

    private HostChangeLog deeds() {
        return HostChangeLog.of(new Home(host.home, host.home));
    }

    private void later(Duration time) {
        now.set(now.get().plus(time));
    }

    @Test
    void the_daily_look_begins_what_is_newer_once_a_day_and_only_where_it_is_wished() throws Exception {
        try (var watch = watch()) {
            watch.daily();
            assertThat(begun).isEmpty();
            host.origin.release("v1.1.0", "good");
            later(Duration.ofHours(23));
            watch.daily();
            assertThat(begun).isEmpty();
            later(Duration.ofHours(2));
            watch.daily();
            assertThat(begun).containsExactly(List.of("autoupdate"));
            settings = new UpdateSettings(settings.repo(), Optional.empty(), Channel.STABLE, false);
            later(Duration.ofHours(25));
            watch.daily();
            assertThat(begun).hasSize(1);
        }
    }

    @Test
    void what_came_back_or_was_gone_back_from_is_not_tried_again_by_itself() throws Exception {
        host.origin.release("v1.1.0", "dies-at-home");
        host.timeouts = Host.HURRIED;
        assertThat(host.apply().state()).isEqualTo(State.RETURNED);
        host.timeouts = Host.PATIENT;
        try (var watch = watch()) {
            watch.daily();
            assertThat(begun).isEmpty();
        }
        host.origin.release("v1.2.0", "good");
        host.apply();
        host.update().rollBack();
        later(Duration.ofHours(25));
        try (var watch = watch()) {
            watch.daily();
            assertThat(begun).isEmpty();
        }
    }

    @Test
    void every_step_is_told_and_the_end_once_whatever_restarts_lie_between() throws Exception {
        host.origin.release("v1.1.0", "unbuildable");
        try (var watch = watch()) {
            host.apply();
            watch.look();
            watch.look();
        }
        try (var restarted = watch()) {
            restarted.look();
        }
        assertThat(steps).containsExactly(Step.BUILD);
        assertThat(ended)
                .singleElement()
                .satisfies(status -> assertThat(status.state()).isEqualTo(State.FAILED));
    }

    @Test
    void an_update_that_died_is_settled_and_one_that_lives_is_left_alone() throws Exception {
        var dead = UpdateStatus.begun("1", UpdateStatus.Kind.UPDATE, true, now.get());
        new StatusFile(host.paths.status()).write(dead);
        try (var watch = watch()) {
            Files.createFile(host.paths.lock());
            try (var _ = HomeLock.tryTake(host.paths.lock()).orElseThrow()) {
                watch.look();
                assertThat(begun).isEmpty();
            }
            watch.look();
            watch.look();
            assertThat(begun).containsExactly(List.of("autoupdate", "--settle"));
        }
    }

    @Test
    void what_was_set_on_the_host_is_told_once_with_who_set_it() {
        deeds().leave(What.CHANNEL, Who.TRAY);
        deeds().leave(What.PASSWORD, Who.TRAY);
        try (var watch = watch()) {
            watch.look();
            watch.look();
        }
        assertThat(set).containsExactly("CHANNEL by TRAY");
    }

    @Test
    void a_checkout_is_told_what_there_is_and_is_not_updated() throws Exception {
        var checkout = updates(host.origin.work());
        var found = checkout.check();
        assertThat(found.latest()).isEqualTo("1.0.0");
        assertThat(found.newer()).isFalse();
        assertThat(found.notes()).contains("no installed release").contains("installer/install.sh");
        assertThatThrownBy(checkout::begin).hasMessageContaining("no installed release");
    }

    @Test
    void without_a_source_the_check_says_how_to_set_one() {
        settings = new UpdateSettings(Optional.empty(), Optional.empty(), Channel.STABLE, false);
        assertThat(updates(host.origin.work()).check().notes())
                .contains("No source is configured")
                .contains("SVC_REPO=https://");
    }

    @Test
    void a_package_without_a_source_is_told_how_it_is_replaced() {
        settings = new UpdateSettings(Optional.empty(), Optional.empty(), Channel.STABLE, false);
        assertThat(updates(host.home).check().notes()).contains("a package is replaced by the next package");
    }

    @Test
    void a_release_knows_where_it_was_built_from() {
        settings = new UpdateSettings(Optional.empty(), Optional.empty(), Channel.STABLE, false);
        assertThat(installed().source()).contains(host.origin.address().toString());
        assertThat(installed().check().latest()).isEqualTo("1.0.0");
    }
}
