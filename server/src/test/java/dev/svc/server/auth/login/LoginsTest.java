package dev.svc.server.auth.login;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.auth.Room;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoginsTest {
    @TempDir
    private Path home;

    private Room room;

    @BeforeEach
    void open() throws IOException {
        room = new Room(home);
    }

    @AfterEach
    void close() {
        room.close();
    }

    @Test
    void a_restart_signs_nobody_out() {
        String cookie = room.cookie();
        room.restart();
        assertThat(room.findLogin(cookie)).isPresent();
    }

    @Test
    void the_file_holds_hashes_only_and_belongs_to_its_owner_alone() throws IOException {
        String cookie = room.cookie();
        Path file = home.resolve("logins.json");
        assertThat(Files.readString(file)).doesNotContain(cookie.substring(0, 20));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void each_sign_in_has_an_id_of_its_own() {
        assertThat(room.cookie()).isNotEqualTo(room.cookie());
        assertThat(room.auth.logins().list()).hasSize(2);
    }

    @Test
    void twelve_idle_hours_end_a_login_and_use_keeps_it() {
        String used = room.cookie();
        String idle = room.cookie();
        room.clock.pass(Duration.ofHours(11));
        assertThat(room.findLogin(used)).isPresent();
        room.clock.pass(Duration.ofHours(1));
        assertThat(room.findLogin(idle)).isEmpty();
        assertThat(room.findLogin(used)).isPresent();
    }

    @Test
    void seven_days_end_even_a_busy_login() {
        String cookie = room.cookie();
        for (int hours = 6; hours < 7 * 24; hours += 6) {
            room.clock.pass(Duration.ofHours(6));
            assertThat(room.findLogin(cookie)).isPresent();
        }
        room.clock.pass(Duration.ofHours(6));
        assertThat(room.findLogin(cookie)).isEmpty();
    }

    @Test
    void listeners_hear_of_each_ended_login_once_also_of_one_that_ran_out() throws Exception {
        var heard = new ArrayList<String>();
        Login ended = room.login(room.cookie());
        Login runsOut = room.login(room.cookie());
        try (var listening = room.auth.logins().onEnd(login -> heard.add(login.handle()))) {
            assertThat(listening).isNotNull();
            assertThat(room.auth.logins().end(ended.handle())).isTrue();
            assertThat(room.auth.logins().end(ended.handle())).isFalse();
            room.clock.pass(Login.IDLE);
            room.auth.logins().sweep();
            room.auth.logins().sweep();
        }
        assertThat(heard).containsExactly(ended.handle(), runsOut.handle());
    }

    @Test
    void ending_the_others_keeps_ones_own() {
        String mine = room.cookie();
        String other = room.cookie();
        room.auth.signIn().endOthers(room.login(mine), Room.REMOTE);
        assertThat(room.findLogin(mine)).isPresent();
        assertThat(room.findLogin(other)).isEmpty();
    }

    @Test
    void an_ended_login_stays_ended_after_a_restart() {
        String cookie = room.cookie();
        room.auth.logins().end(room.login(cookie).handle());
        room.restart();
        assertThat(room.findLogin(cookie)).isEmpty();
    }

    @Test
    void a_made_up_or_changed_cookie_is_nobodys() {
        var logins = room.auth.logins();
        String cookie = room.cookie();
        char other = cookie.charAt(0) == 'A' ? 'B' : 'A';
        assertThat(logins.bearer(other + cookie.substring(1))).isEmpty();
        assertThat(logins.bearer(cookie.substring(0, cookie.length() - 1))).isEmpty();
        assertThat(logins.bearer("")).isEmpty();
        assertThat(logins.bearer(".")).isEmpty();
        assertThat(logins.bearer("x".repeat(100_000))).isEmpty();
    }

    @Test
    void an_anonymous_cookie_is_ours_but_nobody_is_signed_in_with_it() {
        String cookie = room.auth.logins().anonymous();
        assertThat(room.auth.logins().bearer(cookie)).isPresent();
        assertThat(room.findLogin(cookie)).isEmpty();
    }

    @Test
    void a_broken_file_signs_everybody_out_and_nobody_in() throws IOException {
        String cookie = room.cookie();
        room.auth.close();
        Files.writeString(home.resolve("logins.json"), "{\"logins\": [");
        room.restart();
        assertThat(room.findLogin(cookie)).isEmpty();
    }

    @Test
    void what_the_disk_did_not_take_is_written_at_a_later_sweep() throws IOException {
        Path file = home.resolve("logins.json");
        Path inTheWay = file.resolve("in the way");
        Files.delete(file);
        Files.createDirectories(inTheWay);
        String cookie = room.cookie();
        Files.delete(inTheWay);
        Files.delete(file);
        room.auth.logins().sweep();
        room.restart();
        assertThat(room.findLogin(cookie)).isPresent();
    }

    @Test
    void signing_in_without_end_does_not_fill_the_memory() {
        String first = room.cookie();
        for (int i = 0; i < 510; i++) {
            room.clock.pass(Duration.ofSeconds(1));
            room.auth.logins().start(Room.REMOTE);
        }
        assertThat(room.auth.logins().list()).hasSizeLessThanOrEqualTo(500);
        assertThat(room.findLogin(first)).isEmpty();
    }
}
