package dev.svc.server.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.auth.AccountChanges.Change;
import dev.svc.server.auth.AccountChanges.Proof;
import dev.svc.server.auth.AccountChanges.Wish;
import dev.svc.server.auth.SecurityNote.What;
import dev.svc.server.auth.WrongCodes.Alarm;
import dev.svc.server.auth.login.Caller;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The attacker has the password and any number of addresses; only two-factor is left.
class WrongCodesTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final String NEW = "another good password";

    @TempDir
    private Path home;

    private Room room;
    private String cookie;
    private TwoFactor.Enrolment enrolment;
    private int strangers;

    @BeforeEach
    void open() throws IOException {
        room = new Room(home);
        cookie = room.cookie();
        enrolment = room.enrol(room.login(cookie));
        room.clock.pass(Duration.ofHours(1));
    }

    @AfterEach
    void close() {
        room.close();
    }

    @Test
    void after_twenty_wrong_codes_each_further_one_waits_a_minute_wherever_it_comes_from() {
        guess(20);
        assertThatThrownBy(this::guess)
                .isInstanceOfSatisfying(
                        TooManyAttemptsException.class,
                        wait -> assertThat(wait.retryAfter()).isEqualTo(MINUTE));
        for (int minute = 0; minute < 3; minute++) {
            room.clock.pass(MINUTE);
            assertThat(guess()).isEqualTo(new SignInOutcome.Refused());
            assertThatThrownBy(this::guess).isInstanceOf(TooManyAttemptsException.class);
        }
    }

    @Test
    void the_budget_is_of_a_day_and_a_day_rolls() {
        guess(10);
        room.clock.pass(Duration.ofHours(12));
        guess(10);
        assertThatThrownBy(this::guess).isInstanceOf(TooManyAttemptsException.class);
        room.clock.pass(Duration.ofHours(12));
        guess(10);
        assertThatThrownBy(this::guess).isInstanceOf(TooManyAttemptsException.class);
    }

    @Test
    void a_burst_at_once_has_no_more_codes_judged_than_the_budget_holds() throws Exception {
        var barrier = new CyclicBarrier(64);
        var racing = new ArrayList<Future<Boolean>>();
        int judged = 0;
        try (var racers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 64; i++) {
                String half = room.auth.preAuth().start();
                Caller caller = stranger();
                racing.add(racers.submit(() -> {
                    barrier.await();
                    return isJudged(half, caller);
                }));
            }
            for (Future<Boolean> racer : racing) {
                judged += racer.get() ? 1 : 0;
            }
        }
        assertThat(judged).isEqualTo(20);
        assertThat(room.auth.wrongCodes().alarm()).map(Alarm::count).hasValue(20L);
    }

    private boolean isJudged(String half, Caller caller) {
        try {
            return room.auth.signIn().code(half, "000000", caller).equals(new SignInOutcome.Refused());
        } catch (TooManyAttemptsException wait) {
            return false;
        }
    }

    @Test
    void the_owner_enters_from_an_unknown_place_when_the_wait_is_over() {
        guess(20);
        String half = room.auth.preAuth().start();
        Caller owner = stranger();
        assertThatThrownBy(() -> enter(half, owner)).isInstanceOf(TooManyAttemptsException.class);
        room.clock.pass(MINUTE);
        assertThat(enter(half, owner)).isInstanceOf(SignInOutcome.Entered.class);
    }

    @Test
    void who_waits_has_lost_none_of_the_five_tries_and_owes_nothing() {
        guess(20);
        String half = room.auth.preAuth().start();
        Caller owner = stranger();
        for (int i = 0; i < 50; i++) {
            assertThatThrownBy(() -> enter(half, owner)).isInstanceOf(TooManyAttemptsException.class);
        }
        room.clock.pass(MINUTE);
        assertThat(enter(half, owner)).isInstanceOf(SignInOutcome.Entered.class);
    }

    @Test
    void guesses_from_elsewhere_do_not_use_up_the_minute_of_a_source_that_has_a_login() {
        guess(20);
        assertThat(enter(room.auth.preAuth().start(), Room.REMOTE)).isInstanceOf(SignInOutcome.Entered.class);
    }

    @Test
    void a_source_that_has_a_login_waits_for_its_own_guesses() {
        guess(20);
        assertThat(guess(Room.REMOTE)).isEqualTo(new SignInOutcome.Refused());
        assertThatThrownBy(() -> guess(Room.REMOTE)).isInstanceOf(TooManyAttemptsException.class);
    }

    @Test
    void a_recovery_code_waits_for_nobody() {
        guess(20);
        String code = enrolment.recoveryCodes().getFirst();
        assertThat(room.auth.signIn().code(room.auth.preAuth().start(), code, stranger()))
                .isInstanceOf(SignInOutcome.Entered.class);
    }

    @Test
    void wrong_recovery_codes_make_no_code_wait_and_are_an_alarm() {
        for (int i = 0; i < 30; i++) {
            String half = room.auth.preAuth().start();
            assertThat(room.auth.signIn().code(half, "abcde-fghij-klmno-pqrst", stranger()))
                    .isEqualTo(new SignInOutcome.Refused());
        }
        assertThat(room.auth.wrongCodes().alarm()).map(Alarm::count).hasValue(30L);
        assertThat(guess()).isEqualTo(new SignInOutcome.Refused());
    }

    @Test
    void a_code_that_is_sent_twice_was_no_guess() {
        String code = room.codeNow(enrolment.secret());
        room.auth.signIn().code(room.auth.preAuth().start(), code, stranger());
        for (int i = 0; i < 30; i++) {
            assertThat(room.auth.signIn().code(room.auth.preAuth().start(), code, stranger()))
                    .isEqualTo(new SignInOutcome.Refused());
        }
        assertThat(room.auth.wrongCodes().alarm()).isEmpty();
    }

    @Test
    void who_has_not_given_the_password_cannot_use_up_the_budget() {
        for (int i = 0; i < 100; i++) {
            assertThat(room.auth.signIn().code("no pre-auth cookie", "000000", stranger()))
                    .isEqualTo(new SignInOutcome.StartAgain());
        }
        assertThat(guess()).isEqualTo(new SignInOutcome.Refused());
        assertThat(room.auth.wrongCodes().alarm()).isEmpty();
    }

    @Test
    void codes_that_prove_a_change_are_of_the_same_budget() {
        for (int i = 0; i < 20; i++) {
            assertThat(disable("000000", stranger())).isFalse();
        }
        assertThatThrownBy(() -> disable("000000", stranger())).isInstanceOf(TooManyAttemptsException.class);
        assertThatThrownBy(this::guess).isInstanceOf(TooManyAttemptsException.class);
    }

    private boolean disable(String code, Caller caller) {
        return room.auth.desk().disableTwoFactor(new Proof.Code(code), room.login(cookie), caller);
    }

    @Test
    void a_restart_forgives_nobody_and_stays_an_alarm() {
        guess(20);
        room.restart();
        assertThatThrownBy(this::guess).isInstanceOf(TooManyAttemptsException.class);
        assertThat(room.auth.wrongCodes().alarm()).map(Alarm::count).hasValue(20L);
        room.clock.pass(MINUTE);
        assertThat(guess()).isEqualTo(new SignInOutcome.Refused());
    }

    @Test
    void the_file_is_its_owners_only_and_holds_no_code() throws IOException {
        guess(1);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-------");
        assertThat(Files.readString(file())).doesNotContain("000000", enrolment.secret());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[]",
                "{\"schema\":2}",
                "{\"schema\":1,\"charged\":[\"yesterday\"],\"row\":{\"count\":1,\"since\":\"2026-11-21T10:00:00Z\"}}",
                "{\"schema\":1,\"charged\":[],\"row\":{\"count\":-1,\"since\":\"2026-11-21T10:00:00Z\"}}",
                "{\"schema\":1,\"charged\":[],\"row\":{\"count\":1}}"
            })
    void with_a_broken_file_codes_wait_as_after_twenty_and_recovery_codes_do_not(String broken) throws IOException {
        room.auth.close();
        Files.writeString(file(), broken);
        room.restart();
        assertThatThrownBy(this::guess).isInstanceOf(TooManyAttemptsException.class);
        String code = enrolment.recoveryCodes().getFirst();
        assertThat(room.auth.signIn().code(room.auth.preAuth().start(), code, stranger()))
                .isInstanceOf(SignInOutcome.Entered.class);
        room.clock.pass(MINUTE);
        assertThat(enter(room.auth.preAuth().start(), stranger())).isInstanceOf(SignInOutcome.Entered.class);
    }

    @Test
    void a_folder_in_place_of_the_file_makes_codes_wait_and_keeps_nobody_out() throws IOException {
        room.auth.close();
        Files.deleteIfExists(file());
        Files.createDirectory(file());
        room.restart();
        assertThatThrownBy(this::guess).isInstanceOf(TooManyAttemptsException.class);
        room.clock.pass(MINUTE);
        assertThat(enter(room.auth.preAuth().start(), stranger())).isInstanceOf(SignInOutcome.Entered.class);
    }

    @Test
    void a_clock_that_is_set_back_makes_nobody_wait_for_longer_than_a_minute() {
        guess(20);
        room.clock.pass(Duration.ofDays(-30));
        assertThatThrownBy(this::guess)
                .isInstanceOfSatisfying(
                        TooManyAttemptsException.class,
                        wait -> assertThat(wait.retryAfter()).isEqualTo(MINUTE));
        room.restart();
        room.clock.pass(MINUTE);
        assertThat(guess()).isEqualTo(new SignInOutcome.Refused());
    }

    @Test
    void three_wrong_codes_without_a_right_one_are_an_alarm_with_their_beginning() {
        Instant first = room.clock.instant();
        guess(2);
        assertThat(room.auth.alarm()).isEmpty();
        room.clock.pass(MINUTE);
        guess(1);
        assertThat(room.auth.alarm()).hasValue(new Alarm(3, first));
    }

    @Test
    void one_or_two_wrong_codes_before_a_right_one_were_its_owners() {
        for (int i = 0; i < 3; i++) {
            guess(2);
            room.clock.pass(MINUTE);
            assertThat(enter(room.auth.preAuth().start(), stranger())).isInstanceOf(SignInOutcome.Entered.class);
        }
        assertThat(room.auth.alarm()).isEmpty();
    }

    @Test
    void the_alarm_outlives_the_owners_next_right_code() {
        guess(4);
        enter(room.auth.preAuth().start(), stranger());
        assertThat(room.auth.alarm()).map(Alarm::count).hasValue(4L);
    }

    @Test
    void an_alarm_that_somebody_has_seen_comes_back_after_three_more() {
        guess(5);
        room.auth.wrongCodes().seen();
        assertThat(room.auth.alarm()).isEmpty();
        guess(2);
        assertThat(room.auth.alarm()).isEmpty();
        guess(1);
        assertThat(room.auth.alarm()).map(Alarm::count).hasValue(3L);
    }

    @Test
    void seeing_the_alarm_gives_nobody_new_tries() {
        guess(20);
        room.auth.wrongCodes().seen();
        assertThatThrownBy(this::guess).isInstanceOf(TooManyAttemptsException.class);
    }

    @Test
    void a_changed_password_ends_the_alarm_and_the_wait() {
        guess(20);
        var wish = new Wish(Room.PASSWORD, NEW, NEW);
        assertThat(room.auth.desk().changePassword(wish, room.login(cookie), Room.REMOTE))
                .isEqualTo(new Change.Done());
        assertThat(room.auth.alarm()).isEmpty();
        assertThat(guess()).isEqualTo(new SignInOutcome.Refused());
    }

    @Test
    void so_does_one_that_was_reset_on_the_host_with_or_without_a_running_server() throws IOException {
        guess(20);
        room.setPassword(NEW);
        room.auth.watch().look();
        assertThat(room.auth.alarm()).isEmpty();
        guess(20);
        room.auth.close();
        room.setPassword("one more good password");
        room.restart();
        assertThat(room.auth.alarm()).isEmpty();
    }

    @Test
    void the_journal_hears_of_three_of_twenty_and_of_each_doubling() {
        for (int i = 0; i < 170; i++) {
            room.clock.pass(MINUTE);
            guess();
        }
        assertThat(room.notes)
                .filteredOn(note -> note.what() == What.CODES_GUESSED)
                .extracting(note -> note.details().get("wrong"))
                .containsExactlyElementsOf(List.of("3", "20", "40", "80", "160"));
    }

    private Path file() {
        return home.resolve("2fa-wrong-codes.json");
    }

    private void guess(int times) {
        for (int i = 0; i < times; i++) {
            assertThat(guess()).isEqualTo(new SignInOutcome.Refused());
        }
    }

    private SignInOutcome guess() {
        return guess(stranger());
    }

    private SignInOutcome guess(Caller caller) {
        return room.auth.signIn().code(room.auth.preAuth().start(), "000000", caller);
    }

    private SignInOutcome enter(String half, Caller caller) {
        return room.auth.signIn().code(half, room.codeNow(enrolment.secret()), caller);
    }

    /// A source that nobody has seen before.
    private Caller stranger() {
        strangers++;
        return Room.caller("2001:db8:" + Integer.toHexString(strangers) + "::1");
    }
}
