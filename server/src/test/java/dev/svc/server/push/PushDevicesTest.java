package dev.svc.server.push;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.MovingClock;
import dev.svc.server.push.PushDevices.Change;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PushDevicesTest {
    private static final PushServices SERVICES = new PushServices(Optional.empty());

    @TempDir
    private Path folder;

    private final MovingClock clock = new MovingClock(Instant.parse("2026-11-21T12:00:00Z"));
    private Path file = Path.of("");
    private PushDevices devices = new PushDevices(file, SERVICES, clock);

    @BeforeEach
    void begin() {
        file = folder.resolve("push-devices.json");
        devices = again();
    }

    private PushDevices again() {
        return new PushDevices(file, SERVICES, clock);
    }

    private static PushAddress address(String name) throws UnfitPushException {
        var browser = new PushBrowser();
        return PushAddress.of("https://fcm.googleapis.com/fcm/send/" + name, browser.key(), browser.secret(), SERVICES);
    }

    private PushDevice add(String name) throws UnfitPushException {
        return devices.add(address(name), name).device();
    }

    private static Change change(String name) {
        return new Change(name, false, null, null);
    }

    @Test
    void what_was_added_is_there_after_a_restart_as_it_was_left() throws Exception {
        var phone = add("phone");
        add("laptop");
        devices.change(phone.id(), new Change("My phone", true, new QuietHours(1_320, 420), true));
        devices.used(phone.id());

        assertThat(again().all()).isEqualTo(devices.all()).hasSize(2);
        var kept = again().find(phone.id()).orElseThrow();
        assertThat(kept.name()).isEqualTo("My phone");
        assertThat(kept.quiet()).isEqualTo(new QuietHours(1_320, 420));
        assertThat(kept.hideContent()).isTrue();
        assertThat(kept.lastUsedAt()).isEqualTo(clock.instant());
    }

    @Test
    void only_their_owner_can_read_where_they_are_reached() throws Exception {
        add("phone");

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(devices.all().toString()).doesNotContain("/fcm/send/");
    }

    @Test
    void the_same_address_again_is_the_same_device_with_new_keys() throws Exception {
        var before = add("phone");
        devices.change(before.id(), new Change(null, true, new QuietHours(0, 60), true));

        var after = devices.add(address("phone"), "Phone");

        assertThat(after.isNew()).isFalse();
        assertThat(after.device().id()).isEqualTo(before.id());
        assertThat(after.device().name()).isEqualTo("Phone");
        assertThat(after.device().address().key()).isNotEqualTo(before.address().key());
        assertThat(after.device().quiet()).isEqualTo(new QuietHours(0, 60));
        assertThat(after.device().hideContent()).isTrue();
        assertThat(devices.all()).hasSize(1);
    }

    @Test
    void there_are_fifty_at_most() throws Exception {
        for (int i = 0; i < PushDevices.MOST; i++) {
            add("device-" + i);
        }

        assertThatThrownBy(() -> add("one-more")).isInstanceOf(UnfitPushException.class);
        assertThat(devices.all()).hasSize(PushDevices.MOST);
    }

    @Test
    void a_name_is_one_line_that_says_something() throws Exception {
        var phone = add("phone");

        devices.change(phone.id(), change("  My\n\u202ephone \u001b[2J"));
        assertThat(devices.all().getFirst().name()).isEqualTo("My phone");
        assertThatThrownBy(() -> devices.change(phone.id(), change(" "))).isInstanceOf(UnfitPushException.class);
        assertThatThrownBy(() -> devices.change(phone.id(), change("a".repeat(61))))
                .isInstanceOf(UnfitPushException.class);
    }

    @Test
    void keys_that_are_none_of_a_browser_are_refused() {
        var browser = new PushBrowser();
        var at = "https://fcm.googleapis.com/fcm/send/x";

        assertThatThrownBy(() -> PushAddress.of(at, "AAAA", browser.secret(), SERVICES))
                .isInstanceOf(UnfitPushException.class);
        assertThatThrownBy(() -> PushAddress.of(at, browser.key(), "AAAA", SERVICES))
                .isInstanceOf(UnfitPushException.class);
        assertThatThrownBy(() -> PushAddress.of(at, "?", "?", SERVICES)).isInstanceOf(UnfitPushException.class);
    }

    @Test
    void one_whose_browser_is_gone_is_forgotten_unless_it_has_come_back_under_another_address() throws Exception {
        var phone = add("phone");
        var former = phone;
        devices.add(address("phone"), "phone");

        devices.gone(former);
        assertThat(devices.all()).hasSize(1);

        devices.gone(devices.all().getFirst());
        assertThat(devices.all()).isEmpty();
        assertThat(again().all()).isEmpty();
    }

    @Test
    void when_it_was_used_is_written_down_now_and_then() throws Exception {
        var phone = add("phone");
        devices.used(phone.id());
        var first = clock.instant();

        clock.pass(Duration.ofMinutes(1));
        devices.used(phone.id());
        assertThat(devices.find(phone.id()).orElseThrow().lastUsedAt()).isEqualTo(first);

        clock.pass(Duration.ofMinutes(10));
        devices.used(phone.id());
        assertThat(devices.find(phone.id()).orElseThrow().lastUsedAt()).isEqualTo(clock.instant());
    }

    @Test
    void a_broken_file_is_a_file_without_devices() throws Exception {
        Files.writeString(file, "{\"devices\":[{\"id\":");
        assertThat(again().all()).isEmpty();

        Files.writeString(file, "{\"devices\":[{\"id\":\"x\",\"endpoint\":\"http://127.0.0.1/x\"}, 3]}");
        assertThat(again().all()).isEmpty();
    }

    @Test
    void what_the_disk_does_not_take_is_not_there() throws Exception {
        Files.createDirectory(file);

        assertThatThrownBy(() -> add("phone")).isInstanceOf(PushNotStoredException.class);
        assertThat(devices.all()).isEmpty();
    }
}
