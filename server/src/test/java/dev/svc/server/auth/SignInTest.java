package dev.svc.server.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.auth.SecurityNote.What;
import dev.svc.server.auth.login.Caller;
import dev.svc.server.auth.login.PreAuth;
import dev.svc.shared.audit.HostChangeLog;
import dev.svc.shared.audit.HostChangeLog.Who;
import dev.svc.shared.secret.PasswordHash;
import dev.svc.shared.secret.SecondFactor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SignInTest {
    private static final Duration STEP = Duration.ofSeconds(Totp.SECONDS);

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
    void the_right_name_and_password_enter_and_are_noted() {
        assertThat(room.signIn()).isInstanceOf(SignInOutcome.Entered.class);
        assertThat(room.noted()).containsExactly(What.LOGGED_IN);
    }

    @Test
    void a_wrong_name_a_wrong_password_and_both_are_refused_alike_and_cost_one_hash_each() {
        assertThat(costOf("admin", "wrong password")).isEqualTo(1);
        assertThat(costOf("nobody", Room.PASSWORD)).isEqualTo(1);
        assertThat(costOf("", "")).isEqualTo(1);
        assertThat(costOf("nobody", "x".repeat(8000))).isEqualTo(1);
    }

    private long costOf(String name, String password) {
        long before = room.auth.hasher().computed();
        Caller fresh = Room.caller("192.0.2." + (100 + before));
        assertThat(room.auth.signIn().password(name, password, fresh)).isEqualTo(new SignInOutcome.Refused());
        return room.auth.hasher().computed() - before;
    }

    @Test
    void guessing_makes_its_source_wait_while_another_enters() {
        for (int i = 0; i < 3; i++) {
            room.auth.signIn().password("admin", "guess " + i, Room.REMOTE);
        }
        long hashes = room.auth.hasher().computed();
        assertThatThrownBy(room::signIn).isInstanceOf(TooManyAttemptsException.class);
        assertThat(room.auth.hasher().computed()).isEqualTo(hashes);
        assertThat(room.auth.signIn().password("admin", Room.PASSWORD, Room.caller("192.0.2.2")))
                .isInstanceOf(SignInOutcome.Entered.class);
        room.clock.pass(Duration.ofSeconds(2));
        assertThat(room.signIn()).isInstanceOf(SignInOutcome.Entered.class);
    }

    @Test
    void a_password_under_a_lower_count_is_kept_under_todays_and_ends_no_login() {
        String cookie = room.cookie();
        String text = room.config().envFile().read().getOrDefault("SVC_PASSWORD_HASH", "");
        var kept = PasswordHash.find(text).orElseThrow();
        assertThat(kept.isDated()).isFalse();
        assertThat(kept.matches(Room.PASSWORD)).isTrue();
        room.auth.watch().look();
        assertThat(room.findLogin(cookie)).isPresent();
        assertThat(room.noted()).doesNotContain(What.PASSWORD_RESET);
    }

    @Test
    void without_any_password_nobody_enters() throws IOException {
        room.config().envFile().change(Map.of("SVC_PASSWORD_HASH", ""));
        room.auth.watch().look();
        assertThat(room.signIn()).isEqualTo(new SignInOutcome.Refused());
    }

    @Test
    void with_two_factor_the_password_alone_gives_no_login() {
        room.enrol(room.login(room.cookie()));
        assertThat(room.signIn()).isInstanceOf(SignInOutcome.CodeNeeded.class);
        assertThat(room.auth.logins().list()).hasSize(1);
    }

    @Test
    void a_code_of_the_next_step_enters_and_the_same_code_never_again() {
        var enrolment = room.enrol(room.login(room.cookie()));
        room.clock.pass(STEP);
        String code = room.codeNow(enrolment.secret());
        assertThat(enter(code)).isInstanceOf(SignInOutcome.Entered.class);
        assertThat(enter(code)).isEqualTo(new SignInOutcome.Refused());
    }

    @Test
    void the_code_that_confirmed_the_enrolment_counts_as_used() {
        var enrolment = room.enrol(room.login(room.cookie()));
        assertThat(enter(room.codeNow(enrolment.secret()))).isEqualTo(new SignInOutcome.Refused());
    }

    @Test
    void a_used_code_stays_used_after_a_restart() {
        var enrolment = room.enrol(room.login(room.cookie()));
        room.clock.pass(STEP);
        String code = room.codeNow(enrolment.secret());
        assertThat(enter(code)).isInstanceOf(SignInOutcome.Entered.class);
        room.restart();
        assertThat(enter(code)).isEqualTo(new SignInOutcome.Refused());
    }

    @Test
    void codes_one_step_off_are_accepted_and_two_steps_off_are_not() {
        var enrolment = room.enrol(room.login(room.cookie()));
        room.clock.pass(STEP.multipliedBy(10));
        long step = room.clock.instant().getEpochSecond() / Totp.SECONDS;
        assertThat(enter(room.totp.code(enrolment.secret(), step - 2))).isEqualTo(new SignInOutcome.Refused());
        assertThat(enter(room.totp.code(enrolment.secret(), step + 2))).isEqualTo(new SignInOutcome.Refused());
        assertThat(enter(room.totp.code(enrolment.secret(), step - 1))).isInstanceOf(SignInOutcome.Entered.class);
        assertThat(enter(room.totp.code(enrolment.secret(), step + 1))).isInstanceOf(SignInOutcome.Entered.class);
    }

    @Test
    void sixty_four_racing_logins_with_one_code_give_one_login() throws Exception {
        var enrolment = room.enrol(room.login(room.cookie()));
        room.clock.pass(STEP);
        String code = room.codeNow(enrolment.secret());
        var barrier = new CyclicBarrier(64);
        var racing = new ArrayList<Future<SignInOutcome>>();
        int entered = 0;
        try (var racers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 64; i++) {
                Caller caller = Room.caller("198.51.100." + i);
                String half = room.auth.preAuth().start();
                racing.add(racers.submit(() -> {
                    barrier.await();
                    return room.auth.signIn().code(half, code, caller);
                }));
            }
            for (Future<SignInOutcome> racer : racing) {
                entered += racer.get() instanceof SignInOutcome.Entered ? 1 : 0;
            }
        }
        assertThat(entered).isEqualTo(1);
        assertThat(room.auth.logins().list()).hasSize(2);
    }

    @Test
    void a_recovery_code_enters_once_and_one_less_is_left() {
        var enrolment = room.enrol(room.login(room.cookie()));
        String code = enrolment.recoveryCodes().getFirst();
        assertThat(enter(code.toUpperCase(Locale.ROOT).replace("-", " "))).isInstanceOf(SignInOutcome.Entered.class);
        assertThat(room.auth.twoFactor().recoveryCodesLeft()).isEqualTo(9);
        assertThat(enter(code)).isEqualTo(new SignInOutcome.Refused());
        assertThat(room.noted()).contains(What.RECOVERY_CODE_USED);
    }

    @Test
    void after_five_wrong_codes_even_the_right_one_needs_the_password_again() {
        var enrolment = room.enrol(room.login(room.cookie()));
        String half = ((SignInOutcome.CodeNeeded) room.signIn()).cookie();
        for (int i = 0; i < PreAuth.TRIES; i++) {
            Caller elsewhere = Room.caller("198.51.100." + i);
            assertThat(room.auth.signIn().code(half, "000000", elsewhere)).isEqualTo(new SignInOutcome.Refused());
        }
        String recovery = enrolment.recoveryCodes().getFirst();
        assertThat(room.auth.signIn().code(half, recovery, Room.REMOTE)).isEqualTo(new SignInOutcome.StartAgain());
    }

    @Test
    void five_minutes_after_the_password_it_is_asked_for_again() {
        var enrolment = room.enrol(room.login(room.cookie()));
        String half = ((SignInOutcome.CodeNeeded) room.signIn()).cookie();
        room.clock.pass(PreAuth.LIFETIME);
        assertThat(room.auth.signIn().code(half, room.codeNow(enrolment.secret()), Room.REMOTE))
                .isEqualTo(new SignInOutcome.StartAgain());
    }

    @Test
    void a_session_cookie_is_no_pre_auth_cookie_and_the_other_way_round() {
        String session = room.cookie();
        var enrolment = room.enrol(room.login(session));
        room.clock.pass(STEP);
        assertThat(room.auth.signIn().code(session, room.codeNow(enrolment.secret()), Room.REMOTE))
                .isEqualTo(new SignInOutcome.StartAgain());
        String half = ((SignInOutcome.CodeNeeded) room.signIn()).cookie();
        assertThat(room.auth.logins().bearer(half)).isEmpty();
    }

    @Test
    void a_damaged_two_factor_file_lets_nobody_in_and_says_how_to_recover() throws IOException {
        room.enrol(room.login(room.cookie()));
        for (String damage : List.of("", "{", "[]", "{\"schema\":1}", "\u0000\u0001")) {
            Files.writeString(home.resolve("2fa.json"), damage);
            assertThatThrownBy(room::signIn)
                    .isInstanceOf(TwoFactorBrokenException.class)
                    .hasMessageContaining("svc clear-2fa");
        }
        assertThat(room.auth.twoFactor().isOn()).isTrue();
    }

    @Test
    void a_damaged_file_tells_nothing_to_who_has_not_the_password() throws IOException {
        Files.writeString(home.resolve("2fa.json"), "{");
        assertThat(room.auth.signIn().password("admin", "wrong password", Room.REMOTE))
                .isEqualTo(new SignInOutcome.Refused());
    }

    @Test
    void a_reset_on_the_host_ends_every_login_and_who_is_half_way_through() throws IOException {
        var enrolment = room.enrol(room.login(room.cookie()));
        room.clock.pass(STEP);
        String half = ((SignInOutcome.CodeNeeded) room.signIn()).cookie();
        room.setPassword("another good password");
        room.auth.watch().look();
        assertThat(room.auth.logins().list()).isEmpty();
        assertThat(room.auth.signIn().code(half, room.codeNow(enrolment.secret()), Room.REMOTE))
                .isEqualTo(new SignInOutcome.StartAgain());
        assertThat(room.noted()).contains(What.PASSWORD_RESET);
    }

    @Test
    void a_reset_while_no_server_runs_ends_every_login_too() throws IOException {
        String cookie = room.cookie();
        room.auth.close();
        room.setPassword("another good password");
        room.restart();
        assertThat(room.findLogin(cookie)).isEmpty();
        assertThat(room.noted()).containsOnlyOnce(What.PASSWORD_RESET);
    }

    @Test
    void clearing_two_factor_on_the_host_ends_every_login_and_the_password_is_enough() throws IOException {
        String cookie = room.cookie();
        room.enrol(room.login(cookie));
        room.twoFactorFile().remove();
        room.auth.watch().look();
        assertThat(room.findLogin(cookie)).isEmpty();
        assertThat(room.signIn()).isInstanceOf(SignInOutcome.Entered.class);
        assertThat(room.noted()).contains(What.TWO_FACTOR_DISABLED);
    }

    @Test
    void who_signs_in_right_after_the_second_factor_was_cleared_stays_signed_in() throws IOException {
        String before = room.cookie();
        room.enrol(room.login(before));
        room.twoFactorFile().remove();
        String after = room.cookie();
        room.auth.watch().look();
        assertThat(room.findLogin(before)).isEmpty();
        assertThat(room.findLogin(after)).isPresent();
        assertThat(room.noted()).endsWith(What.TWO_FACTOR_DISABLED, What.LOGGED_IN);
    }

    @Test
    void a_look_that_finds_another_at_work_waits_until_its_logins_have_ended() throws Exception {
        room.cookie();
        var ending = new CountDownLatch(1);
        var maySeeTheEnd = new CountDownLatch(1);
        room.auth.logins().onEnd(login -> {
            ending.countDown();
            awaitQuietly(maySeeTheEnd);
        });
        room.setPassword("another good password");
        Thread first = Thread.ofPlatform().start(room.auth.watch()::look);
        ending.await();
        Thread second = Thread.ofPlatform().start(room.auth.watch()::look);
        while (second.isAlive() && second.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        boolean waits = second.isAlive();
        maySeeTheEnd.countDown();
        first.join();
        second.join();
        assertThat(waits).isTrue();
        assertThat(room.noted()).containsOnlyOnce(What.PASSWORD_RESET);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void a_password_and_a_second_factor_changed_between_two_looks_are_both_noted() throws IOException {
        room.enrol(room.login(room.cookie()));
        room.setPassword("another good password");
        room.twoFactorFile().remove();
        room.auth.watch().look();
        assertThat(room.noted()).contains(What.PASSWORD_RESET, What.TWO_FACTOR_DISABLED);
    }

    @Test
    void who_did_it_on_the_host_is_noted_where_they_said_so() throws IOException {
        HostChangeLog.of(room.config().home()).leave(HostChangeLog.What.PASSWORD, Who.TRAY);
        room.setPassword("another good password");
        room.auth.watch().look();
        room.restart();
        room.auth.close();
        room.setPassword("one more good password");
        room.restart();
        assertThat(room.notes)
                .filteredOn(note -> note.what() == What.PASSWORD_RESET)
                .extracting(SecurityNote::onHost)
                .containsExactly(Optional.of(Who.TRAY), Optional.empty());
    }

    @Test
    void counting_a_code_never_brings_back_what_the_host_removed() throws IOException {
        var enrolment = room.enrol(room.login(room.cookie()));
        String half = ((SignInOutcome.CodeNeeded) room.signIn()).cookie();
        room.twoFactorFile().remove();
        room.clock.pass(STEP);
        assertThat(room.auth.signIn().code(half, room.codeNow(enrolment.secret()), Room.REMOTE))
                .isNotInstanceOf(SignInOutcome.Entered.class);
        assertThat(room.twoFactorFile().read()).isEqualTo(new SecondFactor.Off());
    }

    @Test
    void an_env_file_that_cannot_be_read_for_a_moment_changes_nothing() throws IOException {
        String cookie = room.cookie();
        Path env = home.resolve("env");
        String good = Files.readString(env);
        Files.writeString(env, "not an assignment\n");
        room.auth.watch().look();
        assertThat(room.findLogin(cookie)).isPresent();
        Files.writeString(env, good);
        room.auth.watch().look();
        assertThat(room.signIn()).isInstanceOf(SignInOutcome.Entered.class);
    }

    @Test
    void a_journal_that_fails_keeps_nobody_out() {
        room.close();
        try (var auth = Auth.withoutTimer(room.config(), room.clock.clock(), room.random, note -> {
            throw new IllegalStateException("the disk is full");
        })) {
            assertThat(auth.signIn().password("admin", Room.PASSWORD, Room.REMOTE))
                    .isInstanceOf(SignInOutcome.Entered.class);
        }
    }

    @Test
    void no_note_and_no_text_of_an_object_holds_a_secret() {
        String cookie = room.cookie();
        var enrolment = room.enrol(room.login(cookie));
        String half = ((SignInOutcome.CodeNeeded) room.signIn()).cookie();
        room.auth.signIn().code(half, enrolment.recoveryCodes().getFirst(), Room.REMOTE);
        String said = room.notes.toString()
                + new SignInOutcome.Entered(cookie)
                + new SignInOutcome.CodeNeeded(half)
                + enrolment
                + room.auth.logins().bearer(cookie)
                + room.twoFactorFile().read()
                + room.auth.credentials().account();
        assertThat(said)
                .doesNotContain(Room.PASSWORD, cookie, cookie.substring(0, 43), half, enrolment.secret())
                .doesNotContain(enrolment.recoveryCodes());
    }

    private SignInOutcome enter(String code) {
        String half = ((SignInOutcome.CodeNeeded) room.signIn()).cookie();
        return room.auth.signIn().code(half, code, Room.REMOTE);
    }
}
