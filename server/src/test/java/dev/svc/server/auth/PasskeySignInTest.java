package dev.svc.server.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.auth.AccountChanges.Proof;
import dev.svc.server.auth.SecurityNote.What;
import dev.svc.server.auth.login.Login;
import dev.svc.server.auth.passkey.Passkey;
import dev.svc.server.auth.passkey.PasskeyRefusedException;
import dev.svc.server.auth.passkey.SignatureKind;
import dev.svc.server.auth.passkey.SoftPasskey;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Passkeys beside password, second factor and penalties.
class PasskeySignInTest {
    private static final String ORIGIN = "https://svc.example.org";

    @TempDir
    private Path home;

    private Room room;
    private Login login;
    private SoftPasskey phone;

    @BeforeEach
    void a_person_adds_a_passkey() throws Exception {
        room = new Room(home, Map.of("SVC_ORIGIN", ORIGIN));
        login = room.login(room.cookie());
        phone = added("phone");
        room.notes.clear();
    }

    @AfterEach
    void close() {
        room.close();
    }

    private SoftPasskey added(String name) throws Exception {
        var soft = new SoftPasskey(SignatureKind.ES256, ORIGIN, "svc.example.org");
        var options = room.auth.passkeys().createOptions(login.handle(), "admin", "here");
        soft.user = (String) ((Map<?, ?>) Objects.requireNonNull(options.get("user"))).get("id");
        room.auth.desk().addPasskey(soft.made(challenge(options)), name, login, Room.REMOTE);
        return soft;
    }

    private static String challenge(Map<String, Object> options) {
        return (String) Objects.requireNonNull(options.get("challenge"));
    }

    private SignInOutcome signIn(SoftPasskey soft) {
        var asked = room.auth.passkeys().signInOptions(Room.REMOTE.source());
        return room.auth.signIn().passkey(soft.used(challenge(asked)), Room.REMOTE);
    }

    private Proof proof(SoftPasskey soft) {
        var asked = room.auth.passkeys().proofOptions(login.handle());
        return new Proof.ByPasskey(soft.used(challenge(asked)), login.handle());
    }

    @Test
    void a_passkey_stands_for_both_factors_and_the_journal_names_it() {
        room.enrol(login);
        room.notes.clear();

        var outcome = signIn(phone);

        assertThat(outcome).isInstanceOf(SignInOutcome.Entered.class);
        var note = room.notes.getFirst();
        assertThat(note.what()).isEqualTo(What.LOGGED_IN);
        assertThat(note.details()).containsEntry("passkey", "phone");
        assertThat(note.login())
                .isEqualTo(
                        room.login(((SignInOutcome.Entered) outcome).cookie()).handle());
    }

    @Test
    void what_is_refused_is_journaled_with_its_reason_and_costs_what_a_wrong_password_costs() {
        phone.flags &= ~0x04;

        assertThat(signIn(phone)).isInstanceOf(SignInOutcome.Refused.class);

        assertThat(room.noted()).containsExactly(What.LOGIN_FAILED);
        assertThat(room.notes.getFirst().details())
                .containsEntry("step", "passkey")
                .containsEntry("reason", "unverified");
        for (int i = 1; i < 3; i++) {
            signIn(phone);
        }
        assertThatThrownBy(() -> signIn(phone)).isInstanceOf(TooManyAttemptsException.class);
    }

    @Test
    void a_right_one_owes_nothing() {
        for (int i = 0; i < 20; i++) {
            assertThat(signIn(phone)).isInstanceOf(SignInOutcome.Entered.class);
        }
    }

    @Test
    void a_second_factor_that_cannot_be_read_keeps_passkeys_out_too() throws Exception {
        room.enrol(login);
        Files.writeString(home.resolve("2fa.json"), "damaged");
        room.notes.clear();

        assertThatThrownBy(() -> signIn(phone)).isInstanceOf(TwoFactorBrokenException.class);

        assertThat(room.noted()).isEmpty();
        phone.forged = true; // and tells it to nobody else
        assertThat(signIn(phone)).isInstanceOf(SignInOutcome.Refused.class);
    }

    @Test
    void a_password_set_anew_on_the_host_ends_them_before_anybody_comes_in() throws Exception {
        room.setPassword("another password of the host");

        assertThat(signIn(phone)).isInstanceOf(SignInOutcome.Refused.class);
        assertThat(room.auth.passkeys().passkeys().list()).isEmpty();
    }

    @Test
    void a_password_set_anew_while_no_service_runs_ends_them() throws Exception {
        room.auth.close();
        room.setPassword("another password of the host");
        room.restart();

        assertThat(room.auth.passkeys().passkeys().list()).isEmpty();
    }

    @Test
    void a_password_that_its_owner_changes_and_a_second_factor_that_ends_keep_them() {
        room.enrol(login);
        room.auth.desk().disableTwoFactor(new Proof.Password(Room.PASSWORD), login, Room.REMOTE);
        var wish = new AccountChanges.Wish(Room.PASSWORD, "a password of my own", "a password of my own");
        assertThat(room.auth.desk().changePassword(wish, login, Room.REMOTE))
                .isInstanceOf(AccountChanges.Change.Done.class);

        assertThat(signIn(phone)).isInstanceOf(SignInOutcome.Entered.class);
    }

    @Test
    void they_come_back_with_the_next_process() {
        room.restart();

        assertThat(signIn(phone)).isInstanceOf(SignInOutcome.Entered.class);
    }

    @Test
    void one_proves_that_somebody_is_still_there() {
        room.enrol(login);

        assertThat(room.auth.desk().disableTwoFactor(proof(phone), login, Room.REMOTE))
                .isTrue();
        assertThat(room.auth.twoFactor().isOn()).isFalse();
    }

    @Test
    void a_wrong_proof_is_journaled_and_costs_what_a_wrong_password_costs() {
        room.enrol(login);
        room.notes.clear();
        phone.forged = true;

        assertThat(room.auth.desk().disableTwoFactor(proof(phone), login, Room.REMOTE))
                .isFalse();

        assertThat(room.auth.twoFactor().isOn()).isTrue();
        assertThat(room.notes.getFirst().details()).containsEntry("reason", "signature");
        for (int i = 1; i < 3; i++) {
            room.auth.desk().isProven(proof(phone), Room.REMOTE);
        }
        assertThatThrownBy(() -> room.auth.desk().isProven(proof(phone), Room.REMOTE))
                .isInstanceOf(TooManyAttemptsException.class);
    }

    @Test
    void a_login_that_has_ended_leaves_none_behind() {
        room.auth.logins().end(login.handle());

        assertThatThrownBy(() -> added("stick")).isInstanceOf(PasskeyRefusedException.class);

        assertThat(room.auth.passkeys().passkeys().list())
                .extracting(Passkey::name)
                .containsExactly("phone");
        assertThat(room.noted()).isEmpty();
    }

    @Test
    void adding_and_ending_one_is_journaled_by_its_name() throws Exception {
        added("stick");
        room.auth.desk().endPasskey(phone.id, login, Room.REMOTE);
        assertThat(room.auth.desk().endPasskey(phone.id, login, Room.REMOTE)).isEmpty();

        assertThat(room.noted()).containsExactly(What.PASSKEY_ADDED, What.PASSKEY_ENDED);
        assertThat(room.notes.getLast().details()).containsEntry("name", "phone");
        assertThat(signIn(phone)).isInstanceOf(SignInOutcome.Refused.class);
    }
}
