package dev.svc.server.auth.passkey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.MovingClock;
import dev.svc.server.auth.passkey.PasskeyRefusedException.Why;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What browsers and authenticators answer, judged: each check has somebody who fails at it alone.
class CeremoniesTest {
    private static final String ORIGIN = "https://svc.example.org:8443";
    private static final String HOST = "svc.example.org";
    private static final String LOGIN = "a-login";
    private static final String SOURCE = "192.0.2.1";

    @TempDir
    Path folder = Path.of("");

    private final MovingClock clock = new MovingClock(Instant.parse("2026-11-21T10:00:00Z"));
    private Passkeys passkeys;
    private Ceremonies ceremonies;

    @BeforeEach
    void open() {
        var random = new SecureRandom();
        passkeys = new Passkeys(PasskeysFile.in(folder), random);
        ceremonies = new Ceremonies(new RelyingParty.Here(HOST, ORIGIN), passkeys, clock.clock(), random);
    }

    private static SoftPasskey soft() {
        return new SoftPasskey(SignatureKind.ES256, ORIGIN, HOST);
    }

    private static String challenge(Map<String, Object> options) {
        return (String) Objects.requireNonNull(options.get("challenge"));
    }

    private String toCreate() throws Exception {
        return challenge(ceremonies.createOptions(LOGIN, "admin", "here"));
    }

    private String toSignIn() {
        return challenge(ceremonies.signInOptions(SOURCE));
    }

    /// A passkey of this account.
    private SoftPasskey added(SoftPasskey soft, String name) throws Exception {
        var options = ceremonies.createOptions(LOGIN, "admin", "here");
        soft.user = (String) ((Map<?, ?>) Objects.requireNonNull(options.get("user"))).get("id");
        ceremonies.add(soft.made(challenge(options)), name, LOGIN);
        return soft;
    }

    private void assertRefused(SentPasskey.Used sent, Why why) {
        assertThatThrownBy(() -> ceremonies.signIn(sent))
                .isInstanceOfSatisfying(
                        PasskeyRefusedException.class,
                        refused -> assertThat(refused.why()).isEqualTo(why));
    }

    private void assertNotAdded(SentPasskey.Made sent, Why why) {
        assertThatThrownBy(() -> ceremonies.add(sent, "phone", LOGIN))
                .isInstanceOfSatisfying(
                        PasskeyRefusedException.class,
                        refused -> assertThat(refused.why()).isEqualTo(why));
        assertThat(passkeys.list()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void a_passkey_of_every_kind_is_kept_and_signs_in(SignatureKind kind) throws Exception {
        var soft = added(new SoftPasskey(kind, ORIGIN, HOST), "phone");
        clock.pass(Duration.ofHours(1));

        var used = ceremonies.signIn(soft.used(toSignIn()));

        assertThat(used.name()).isEqualTo("phone");
        var kept = passkeys.list().getFirst();
        assertThat(kept.kind()).isEqualTo(kind);
        assertThat(kept.synced()).isTrue();
        assertThat(kept.lastUsedAt()).isEqualTo(clock.instant());
    }

    /// Who lies about one thing, and for what it is refused.
    record Lie(String name, Why why, Consumer<SoftPasskey> telling) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Lie> lies() {
        return Stream.of(
                new Lie("another page", Why.ORIGIN, it -> it.origin = "https://evil.example"),
                new Lie("another port", Why.ORIGIN, it -> it.origin = "https://svc.example.org"),
                new Lie("another scheme", Why.ORIGIN, it -> it.origin = "http://svc.example.org:8443"),
                new Lie("a frame", Why.FRAME, it -> it.more = ",\"crossOrigin\":true"),
                new Lie("a frame that names its page", Why.FRAME, it -> it.more = ",\"topOrigin\":\"" + ORIGIN + "\""),
                new Lie("a frame that is no word of truth", Why.FORM, it -> it.more = ",\"crossOrigin\":\"false\""),
                new Lie("made in place of used", Why.TYPE, it -> it.type = "webauthn.create"),
                new Lie("a member twice", Why.FORM, it -> it.more = ",\"origin\":\"" + ORIGIN + "\""),
                new Lie("another host", Why.HOST, it -> it.host = "example.org"),
                new Lie("nobody there", Why.ABSENT, it -> it.flags &= ~0x01),
                new Lie("nobody known", Why.UNVERIFIED, it -> it.flags &= ~0x04),
                new Lie("no longer copied", Why.SYNCED, it -> it.flags &= ~(0x08 | 0x10)),
                new Lie("copied though it cannot be", Why.FORM, it -> it.flags &= ~0x08),
                new Lie("more than it says", Why.FORM, it -> it.trailing = new byte[] {1}),
                new Lie("less than it says", Why.FORM, it -> it.flags |= 0x80),
                new Lie("another account", Why.USER, it -> it.user = SoftPasskey.text(new byte[32])),
                new Lie("no account", Why.USER, it -> it.user = null),
                new Lie("another passkey", Why.UNKNOWN, it -> it.id = SoftPasskey.text(new byte[20])),
                new Lie("another text signed", Why.SIGNATURE, it -> it.forged = true),
                new Lie("another key", Why.SIGNATURE, it -> it.keys = SoftPasskey.keys(SignatureKind.ES256)));
    }

    @ParameterizedTest
    @MethodSource("lies")
    void every_lie_is_refused_for_its_own_reason(Lie lie) throws Exception {
        var soft = added(soft(), "phone");
        ceremonies.signIn(soft.used(toSignIn()));

        lie.telling().accept(soft);

        assertRefused(soft.used(toSignIn()), lie.why());
    }

    @Test
    void a_challenge_that_was_never_asked_for_is_refused() throws Exception {
        assertRefused(added(soft(), "phone").used(SoftPasskey.text(new byte[32])), Why.CHALLENGE);
    }

    @Test
    void a_challenge_is_used_once() throws Exception {
        var soft = added(soft(), "phone");
        var sent = soft.used(toSignIn());
        ceremonies.signIn(sent);

        assertRefused(sent, Why.CHALLENGE);
    }

    @Test
    void a_challenge_is_used_up_by_what_is_refused() throws Exception {
        var soft = added(soft(), "phone");
        var challenge = toSignIn();
        soft.forged = true;
        assertRefused(soft.used(challenge), Why.SIGNATURE);
        soft.forged = false;

        assertRefused(soft.used(challenge), Why.CHALLENGE);
    }

    @Test
    void a_challenge_holds_five_minutes() throws Exception {
        var soft = added(soft(), "phone");
        var early = toSignIn();
        clock.pass(Challenges.LIFETIME.minusMillis(1));
        ceremonies.signIn(soft.used(early));
        var late = toSignIn();
        clock.pass(Challenges.LIFETIME);

        assertRefused(soft.used(late), Why.CHALLENGE);
    }

    @Test
    void a_challenge_of_one_purpose_is_good_for_no_other() throws Exception {
        var soft = added(soft(), "phone");

        assertRefused(soft.used(toCreate()), Why.CHALLENGE);
        assertRefused(soft.used(challenge(ceremonies.proofOptions(LOGIN))), Why.CHALLENGE);
        var toSignIn = toSignIn();
        assertThatThrownBy(() -> ceremonies.prove(soft.used(toSignIn), LOGIN))
                .isInstanceOf(PasskeyRefusedException.class);
        var toCreate = toCreate();
        assertThatThrownBy(() -> ceremonies.prove(soft.used(toCreate), LOGIN))
                .isInstanceOf(PasskeyRefusedException.class);
    }

    @Test
    void a_proof_is_good_for_the_login_it_was_asked_of() throws Exception {
        var soft = added(soft(), "phone");
        var others = challenge(ceremonies.proofOptions("another-login"));
        assertThatThrownBy(() -> ceremonies.prove(soft.used(others), LOGIN))
                .isInstanceOfSatisfying(
                        PasskeyRefusedException.class,
                        refused -> assertThat(refused.why()).isEqualTo(Why.CHALLENGE));

        soft.user = null; // which passkeys there are was named, so authenticators need not say whose it is
        assertThat(ceremonies
                        .prove(soft.used(challenge(ceremonies.proofOptions(LOGIN))), LOGIN)
                        .name())
                .isEqualTo("phone");
    }

    @Test
    void another_login_cannot_add_with_what_this_one_was_asked() throws Exception {
        assertNotAdded(
                soft().made(challenge(ceremonies.createOptions("another-login", "admin", "here"))), Why.CHALLENGE);
    }

    @Test
    void a_counter_goes_up_and_never_back() throws Exception {
        var soft = soft();
        soft.counter = 7;
        added(soft, "stick");
        soft.counter = 8;
        ceremonies.signIn(soft.used(toSignIn()));

        assertRefused(soft.used(toSignIn()), Why.COUNTER);
        soft.counter = 0;
        assertRefused(soft.used(toSignIn()), Why.COUNTER);
        soft.counter = 0xffff_ffffL;
        assertThat(ceremonies.signIn(soft.used(toSignIn())).name()).isEqualTo("stick");
    }

    @Test
    void a_disk_that_takes_nothing_keeps_nobody_out_and_lets_no_copy_in() throws Exception {
        var soft = soft();
        soft.counter = 7;
        added(soft, "stick");
        var lock = folder.resolve("passkeys.json.lock");
        Files.delete(lock);
        Files.createDirectory(lock);

        assertRefused(soft.used(toSignIn()), Why.COUNTER);
        soft.counter = 8;
        assertThat(ceremonies.signIn(soft.used(toSignIn())).name()).isEqualTo("stick");
        assertThat(passkeys.list().getFirst().lastUsedAt()).isNull();
    }

    @Test
    void an_authenticator_that_does_not_count_signs_in_again_and_again() throws Exception {
        var soft = added(soft(), "phone");

        ceremonies.signIn(soft.used(toSignIn()));
        ceremonies.signIn(soft.used(toSignIn()));

        assertThat(passkeys.list().getFirst().counter()).isZero();
    }

    @Test
    void what_is_ended_signs_in_no_more() throws Exception {
        var soft = added(soft(), "phone");
        var before = soft.used(toSignIn());
        assertThat(passkeys.end(soft.id)).isPresent();
        assertThat(passkeys.end(soft.id)).isEmpty();

        assertRefused(before, Why.UNKNOWN);
        assertThat(ceremonies.isOffered()).isFalse();
    }

    /// How a text is spoilt on its way.
    record Spoiling(String name, UnaryOperator<String> of) {
        @Override
        public String toString() {
            return name;
        }
    }

    static Stream<Spoiling> spoilings() {
        return Stream.of(
                new Spoiling("empty", text -> ""),
                new Spoiling("padded", text -> text + "="),
                new Spoiling("of the other alphabet", text -> "+/" + text.substring(2)),
                new Spoiling("10 MiB", text -> "A".repeat(10 << 20)),
                new Spoiling("with a line break", text -> text + "\n"));
    }

    @ParameterizedTest
    @MethodSource("spoilings")
    void what_is_no_base64url_of_its_size_is_refused_wherever_it_stands(Spoiling spoiling) throws Exception {
        var soft = added(soft(), "phone");
        var fine = soft.used(toSignIn());
        var of = spoiling.of();
        assertRefused(
                new SentPasskey.Used(
                        fine.id(),
                        of.apply(fine.clientData()),
                        fine.authenticatorData(),
                        fine.signature(),
                        fine.user()),
                Why.FORM);
        fine = soft.used(toSignIn());
        assertRefused(
                new SentPasskey.Used(
                        fine.id(),
                        fine.clientData(),
                        of.apply(fine.authenticatorData()),
                        fine.signature(),
                        fine.user()),
                Why.FORM);
        fine = soft.used(toSignIn());
        assertRefused(
                new SentPasskey.Used(
                        fine.id(),
                        fine.clientData(),
                        fine.authenticatorData(),
                        of.apply(fine.signature()),
                        fine.user()),
                Why.FORM);
        fine = soft.used(toSignIn());
        assertRefused(
                new SentPasskey.Used(
                        of.apply(fine.id()),
                        fine.clientData(),
                        fine.authenticatorData(),
                        fine.signature(),
                        fine.user()),
                Why.FORM);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "null", "{\"type\":1}", "{", "{\"type\":\"webauthn.get\"}", "{} {}"})
    void client_data_of_another_form_is_refused(String written) throws Exception {
        var fine = added(soft(), "phone").used(toSignIn());
        var client = SoftPasskey.text((" " + written).getBytes(java.nio.charset.StandardCharsets.UTF_8));

        assertRefused(
                new SentPasskey.Used(fine.id(), client, fine.authenticatorData(), fine.signature(), fine.user()),
                Why.FORM);
    }

    @Test
    void a_key_that_is_not_understood_or_not_safe_is_not_kept() throws Exception {
        var soft = soft();
        var made = soft.made(toCreate());
        assertNotAdded(
                new SentPasskey.Made(made.id(), made.clientData(), made.authenticatorData(), made.key(), -36), Why.KEY);
        made = soft.made(toCreate());
        assertNotAdded(
                new SentPasskey.Made(made.id(), made.clientData(), made.authenticatorData(), made.key(), -257),
                Why.KEY);
        soft.keys = SoftPasskey.ec("secp384r1");
        assertNotAdded(soft.made(toCreate()), Why.KEY);
        var short0 = new SoftPasskey(SignatureKind.RS256, ORIGIN, HOST);
        short0.keys = SoftPasskey.made("RSA", 1_024);
        assertNotAdded(short0.made(toCreate()), Why.KEY);
        var other = new SoftPasskey(SignatureKind.EDDSA, ORIGIN, HOST);
        other.keys = SoftPasskey.made("Ed448", 0);
        assertNotAdded(other.made(toCreate()), Why.KEY);
    }

    @Test
    void a_new_passkey_is_the_one_that_its_authenticator_names() throws Exception {
        var made = soft().made(toCreate());

        assertNotAdded(
                new SentPasskey.Made(
                        SoftPasskey.text(new byte[20]),
                        made.clientData(),
                        made.authenticatorData(),
                        made.key(),
                        made.algorithm()),
                Why.FORM);
    }

    @Test
    void a_new_passkey_needs_somebody_who_was_made_sure_of() throws Exception {
        var soft = soft();
        soft.flags &= ~0x04;

        assertNotAdded(soft.made(toCreate()), Why.UNVERIFIED);
    }

    @Test
    void names_are_plain_and_each_is_one_passkeys() throws Exception {
        added(soft(), "phone");
        for (var name : new String[] {"phone", "", " phone", "x".repeat(61), "a\u202eb", "a\nb"}) {
            assertThatThrownBy(() -> added(soft(), name))
                    .as(name)
                    .isInstanceOfSatisfying(
                            UnfitPasskeyException.class,
                            unfit -> assertThat(unfit.field()).isEqualTo("name"));
        }
        assertThat(passkeys.list()).hasSize(1);
    }

    @Test
    void the_same_passkey_is_not_kept_twice() throws Exception {
        var soft = added(soft(), "phone");

        assertThatThrownBy(() -> added(soft, "phone again")).isInstanceOf(UnfitPasskeyException.class);
    }

    @Test
    void there_are_as_many_as_there_may_be() throws Exception {
        for (int i = 0; i < Passkeys.MOST; i++) {
            added(soft(), "phone " + i);
        }

        assertThatThrownBy(() -> added(soft(), "one more"))
                .isInstanceOf(UnfitPasskeyException.class)
                .hasMessageContaining("20");
    }

    @Test
    void the_account_is_known_by_the_same_random_word_to_all_of_them() throws Exception {
        var first = added(soft(), "phone");
        var second = added(soft(), "stick");

        assertThat(first.user).isEqualTo(second.user).hasSize(43);
        assertThat(ceremonies.signIn(first.used(toSignIn())).name()).isEqualTo("phone");
    }

    @Test
    void the_file_is_its_owners() throws Exception {
        added(soft(), "phone");

        assertThat(Files.getPosixFilePermissions(folder.resolve("passkeys.json")))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "{\"user\":\"x\",\"passkeys\":[{\"id\":\"x\"}]}",
                "{\"user\":\"x\",\"passkeys\":[{\"id\":\"x\",\"algorithm\":-7,\"key\":\"AAAA\"}]}"
            })
    void a_file_that_cannot_be_read_opens_nothing_and_is_never_overwritten(String damage) throws Exception {
        var soft = added(soft(), "phone");
        var sent = soft.used(toSignIn());
        var made = soft().made(toCreate());
        var file = folder.resolve("passkeys.json");
        Files.writeString(file, damage);

        assertRefused(sent, Why.UNKNOWN);
        assertThatThrownBy(() -> ceremonies.add(made, "another", LOGIN)).isInstanceOf(java.io.IOException.class);
        assertThat(Files.readString(file)).isEqualTo(damage);
    }

    @Test
    void a_file_that_others_can_change_opens_nothing() throws Exception {
        var soft = added(soft(), "phone");
        var sent = soft.used(toSignIn());
        Files.setPosixFilePermissions(folder.resolve("passkeys.json"), PosixFilePermissions.fromString("rw-rw-r--"));

        assertRefused(sent, Why.UNKNOWN);
    }

    @Test
    void a_link_in_the_place_of_the_file_opens_nothing() throws Exception {
        var soft = added(soft(), "phone");
        var sent = soft.used(toSignIn());
        var file = folder.resolve("passkeys.json");
        Files.move(file, folder.resolve("elsewhere.json"));
        Files.createSymbolicLink(file, folder.resolve("elsewhere.json"));

        assertRefused(sent, Why.UNKNOWN);
    }

    @Test
    void where_there_can_be_none_nothing_is_judged() throws Exception {
        var soft = added(soft(), "phone");
        var sent = soft.used(toSignIn());
        ceremonies = new Ceremonies(
                new RelyingParty.Nowhere(RelyingParty.Reason.NO_ORIGIN), passkeys, clock.clock(), new SecureRandom());

        assertRefused(sent, Why.HOST);
        assertThat(ceremonies.isOffered()).isFalse();
        assertThat(ceremonies.obstacle()).contains(RelyingParty.Reason.NO_ORIGIN);
    }
}
