package dev.svc.server.http.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.Canary;
import dev.svc.server.auth.AccountChanges.Proof;
import dev.svc.server.auth.Room;
import dev.svc.server.auth.login.Login;
import dev.svc.server.http.gate.Problem;
import dev.svc.server.http.gate.Visitor;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Who counts as still there.
class FreshProofTest {
    private static final Proof RIGHT = new Proof.Password(Canary.PASSWORD);

    @TempDir
    private Path home;

    private Room room;
    private Login login;
    private FreshProof fresh;

    @BeforeEach
    void a_person_signs_in() throws IOException {
        room = new Room(home);
        login = room.login(room.cookie());
        fresh = new FreshProof(room.auth, room.clock);
    }

    @AfterEach
    void close() {
        room.close();
    }

    private static Visitor person(Login login) {
        return new Visitor("admin", login.handle(), "192.0.2.1");
    }

    @Test
    void who_signed_in_within_ten_minutes_is() {
        room.clock.pass(Duration.ofMinutes(10).minusMillis(1));
        assertThat(fresh.isFresh(person(login))).isTrue();
        room.clock.pass(Duration.ofMillis(1));
        assertThat(fresh.isFresh(person(login))).isFalse();
    }

    @Test
    void a_proof_counts_for_its_own_login_and_for_ten_minutes() throws IOException {
        var other = room.login(room.cookie());
        room.clock.pass(Duration.ofMinutes(10));

        fresh.prove(person(login), RIGHT, Room.REMOTE);

        assertThat(fresh.isFresh(person(login))).isTrue();
        assertThat(fresh.isFresh(person(other))).isFalse();
        room.clock.pass(Duration.ofMinutes(10));
        assertThat(fresh.isFresh(person(login))).isFalse();
    }

    @Test
    void a_wrong_proof_changes_nothing() {
        room.clock.pass(Duration.ofMinutes(10));

        assertThatThrownBy(() -> fresh.prove(person(login), new Proof.Password("nope"), Room.REMOTE))
                .isInstanceOf(Problem.class);

        assertThat(fresh.isFresh(person(login))).isFalse();
    }

    @Test
    void a_token_never_is_and_cannot_become_so() {
        var token = new Visitor("admin", "6f1d0c2a9b", "192.0.2.1", "token:report", true);

        assertThat(fresh.isFresh(token)).isFalse();
        assertThatThrownBy(() -> fresh.require(token))
                .isInstanceOfSatisfying(
                        Problem.class, refused -> assertThat(refused.code()).isEqualTo("scope"));
        assertThatThrownBy(() -> fresh.prove(token, RIGHT, Room.REMOTE)).isInstanceOf(Problem.class);
    }

    @Test
    void a_command_of_the_hosts_own_user_is() {
        assertThat(fresh.isFresh(new Visitor("admin", null, null, "cli", true))).isTrue();
    }

    @Test
    void nobody_is_who_is_not_signed_in() {
        assertThat(fresh.isFresh(Visitor.anonymous("192.0.2.1"))).isFalse();
    }
}
