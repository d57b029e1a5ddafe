package dev.svc.server.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.auth.AccountChanges.Change;
import dev.svc.server.auth.AccountChanges.Proof;
import dev.svc.server.auth.AccountChanges.Reason;
import dev.svc.server.auth.AccountChanges.Wish;
import dev.svc.server.auth.SecurityNote.What;
import dev.svc.server.auth.login.Login;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AccountChangesTest {
    private static final String NEW = "another good password";

    @TempDir
    private Path home;

    private Room room;
    private String cookie;
    private Login login;

    @BeforeEach
    void open() throws IOException {
        room = new Room(home);
        cookie = room.cookie();
        login = room.login(cookie);
    }

    @AfterEach
    void close() {
        room.close();
    }

    @Test
    void a_changed_password_holds_at_once_ends_the_other_logins_and_the_forced_change() throws IOException {
        room.config().envFile().change(Map.of("SVC_FORCE_PASSWORD_CHANGE", "1"));
        String other = room.cookie();
        room.auth.watch().look();
        assertThat(room.auth.credentials().account().changeForced()).isTrue();
        assertThat(change(Room.PASSWORD, NEW, NEW)).isEqualTo(new Change.Done());
        assertThat(room.auth.credentials().account().changeForced()).isFalse();
        assertThat(room.findLogin(cookie)).isPresent();
        assertThat(room.findLogin(other)).isEmpty();
        assertThat(room.signIn()).isEqualTo(new SignInOutcome.Refused());
        assertThat(room.auth.signIn().password("admin", NEW, Room.REMOTE)).isInstanceOf(SignInOutcome.Entered.class);
    }

    @Test
    void the_watch_takes_a_change_made_here_for_no_reset() {
        change(Room.PASSWORD, NEW, NEW);
        room.auth.watch().look();
        assertThat(room.findLogin(cookie)).isPresent();
        assertThat(room.noted()).contains(What.PASSWORD_CHANGED).doesNotContain(What.PASSWORD_RESET);
    }

    @Test
    void a_login_of_before_the_change_survives_a_restart_after_it() {
        change(Room.PASSWORD, NEW, NEW);
        room.restart();
        assertThat(room.findLogin(cookie)).isPresent();
    }

    @Test
    void each_objection_names_what_it_is_about() {
        assertThat(reason(Room.PASSWORD, "eleven char", "eleven char")).isEqualTo(Reason.LENGTH);
        assertThat(reason(Room.PASSWORD, "x".repeat(1025), "x".repeat(1025))).isEqualTo(Reason.LENGTH);
        assertThat(reason(Room.PASSWORD, Room.PASSWORD, Room.PASSWORD)).isEqualTo(Reason.SAME);
        assertThat(reason(Room.PASSWORD, NEW, NEW + "!")).isEqualTo(Reason.DIFFERENT);
        assertThat(change(Room.PASSWORD, "x".repeat(1024), "x".repeat(1024))).isEqualTo(new Change.Done());
    }

    @Test
    void a_wrong_current_password_changes_nothing_and_is_a_guess_like_any_other() {
        for (int i = 0; i < 3; i++) {
            assertThat(change("not the password", NEW, NEW)).isEqualTo(new Change.WrongPassword());
        }
        assertThatThrownBy(() -> change(Room.PASSWORD, NEW, NEW)).isInstanceOf(TooManyAttemptsException.class);
    }

    @Test
    void a_disk_that_takes_nothing_leaves_the_old_password() throws IOException {
        Path env = home.resolve("env");
        String text = Files.readString(env);
        Files.delete(env);
        Files.createDirectory(env);
        assertThatThrownBy(() -> change(Room.PASSWORD, NEW, NEW)).isInstanceOf(NotStoredException.class);
        Files.delete(env);
        Files.writeString(env, text);
        assertThat(room.signIn()).isInstanceOf(SignInOutcome.Entered.class);
    }

    @Test
    void enrolling_changes_nothing_until_a_code_confirms_it() {
        var enrolment = room.auth.twoFactor().enroll("admin").orElseThrow();
        assertThat(enrolment.recoveryCodes()).hasSize(10).doesNotHaveDuplicates();
        assertThat(enrolment.uri()).startsWith("otpauth://totp/svc:admin?secret=" + enrolment.secret());
        assertThat(room.auth.twoFactor().isOn()).isFalse();
        assertThat(room.auth.twoFactor().confirm("000000", login, Room.REMOTE))
                .isEqualTo(TwoFactor.Confirmation.WRONG_CODE);
        assertThat(room.auth.twoFactor().isOn()).isFalse();
    }

    @Test
    void confirming_ends_the_other_logins_and_enrolling_twice_is_refused() {
        String other = room.cookie();
        room.enrol(login);
        assertThat(room.findLogin(cookie)).isPresent();
        assertThat(room.findLogin(other)).isEmpty();
        assertThat(room.auth.twoFactor().enroll("admin")).isEmpty();
        room.auth.watch().look();
        assertThat(room.findLogin(cookie)).isPresent();
    }

    @Test
    void an_enrolment_left_open_runs_out() {
        var enrolment = room.auth.twoFactor().enroll("admin").orElseThrow();
        room.clock.pass(TwoFactor.ENROLMENT);
        assertThat(room.auth.twoFactor().confirm(room.codeNow(enrolment.secret()), login, Room.REMOTE))
                .isEqualTo(TwoFactor.Confirmation.NOTHING_TO_CONFIRM);
    }

    @Test
    void turning_two_factor_off_needs_a_proof_of_now() {
        var enrolment = room.enrol(login);
        String used = room.codeNow(enrolment.secret());
        assertThat(room.auth.desk().disableTwoFactor(new Proof.Code(used), login, Room.REMOTE))
                .isFalse();
        assertThat(room.auth.desk().disableTwoFactor(new Proof.Password("wrong"), login, Room.REMOTE))
                .isFalse();
        room.clock.pass(Duration.ofSeconds(30));
        String fresh = room.codeNow(enrolment.secret());
        assertThat(room.auth.desk().disableTwoFactor(new Proof.Code(fresh), login, Room.REMOTE))
                .isTrue();
        assertThat(room.auth.twoFactor().isOn()).isFalse();
        assertThat(home.resolve("2fa.json")).doesNotExist();
    }

    @Test
    void new_recovery_codes_replace_the_old_ones() {
        String old = room.enrol(login).recoveryCodes().getFirst();
        var codes = room.auth
                .desk()
                .renewRecoveryCodes(new Proof.Password(Room.PASSWORD), login, Room.REMOTE)
                .orElseThrow();
        assertThat(codes).hasSize(10).doesNotContain(old);
        assertThat(room.auth.desk().disableTwoFactor(new Proof.Code(old), login, Room.REMOTE))
                .isFalse();
        assertThat(room.auth.desk().disableTwoFactor(new Proof.Code(codes.getLast()), login, Room.REMOTE))
                .isTrue();
    }

    private Change change(String current, String wanted, String confirm) {
        return room.auth.desk().changePassword(new Wish(current, wanted, confirm), login, Room.REMOTE);
    }

    private Reason reason(String current, String wanted, String confirm) {
        return ((Change.Objection) change(current, wanted, confirm)).reason();
    }
}
