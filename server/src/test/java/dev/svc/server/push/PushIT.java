package dev.svc.server.push;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.server.MovingClock;
import dev.svc.server.push.PushDevices.Change;
import dev.svc.server.push.PushNotice.Deny;
import dev.svc.server.push.PushNotice.Kind;
import dev.svc.server.push.PushStandIn.Received;
import dev.svc.server.push.PushStandIn.Reply;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import dev.svc.shared.waiting.Waiting;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What arrives with a push service, and what a browser finds in it.
class PushIT {
    private static final SessionId ONE = new SessionId(EngineKey.of(1), "one");
    private static final SessionId TWO = new SessionId(EngineKey.of(1), "two");
    private static final Deny DENY = new Deny("q1", "d1", "no");

    @TempDir
    private Path folder;

    private final MovingClock clock = new MovingClock(Instant.parse("2026-11-21T12:00:00Z"));
    private final AtomicReference<PushRelays> relays = new AtomicReference<>(PushRelays.NONE);
    private final Set<SessionId> asleep = ConcurrentHashMap.newKeySet();
    private final PushBrowser browser = new PushBrowser();
    private @Nullable PushStandIn opened;
    private @Nullable Push open;

    @BeforeEach
    void start() throws Exception {
        opened = PushStandIn.start();
        open = push(Duration.ZERO);
    }

    @AfterEach
    void stop() {
        push().close();
        service().close();
    }

    private PushStandIn service() {
        return Objects.requireNonNull(opened);
    }

    private Push push() {
        return Objects.requireNonNull(open);
    }

    private Push push(Duration grace) {
        var options = new Push.Options(
                folder,
                new PushServices(Optional.of(service().origin())),
                Optional.of("https://svc.example.org"),
                ZoneOffset.UTC,
                new SecureRandom(),
                clock,
                new Push.Pace(grace, Waiting.PATIENCE, Duration.ofMillis(1)));
        return new Push(options, relays::get, asleep::contains);
    }

    private PushDevice device() throws UnfitPushException {
        return push().add(service().origin() + "/to/phone", browser.key(), browser.secret(), "Phone")
                .device();
    }

    private static PushNotice question(SessionId session, String words) {
        return new PushNotice(Kind.QUESTION, session, "The ledger", words, "/ask/q1", DENY);
    }

    private static PushNotice answered(SessionId session) {
        return new PushNotice(Kind.ANSWERED, session, "The ledger", "Answered.", "/ask/q1", null);
    }

    private void asks(String question, SessionId session, String words) {
        push().happenings().asked(question, "d", false, () -> question(session, words));
    }

    private void settled(String question, SessionId session) {
        push().happenings().settled(question, () -> answered(session));
    }

    /// Something that is told for certain, to see that nothing was before it.
    private void says(String words) {
        push().happenings().happened(() -> new PushNotice(Kind.REVIEW, TWO, "Other", words, "/s/two", null));
    }

    private JsonNode next() throws InterruptedException {
        return browser.opened(service().next().body());
    }

    private void assertNothingBefore(String words) throws InterruptedException {
        says(words);
        assertThat(next().path("body").asText()).isEqualTo(words);
    }

    @Test
    void a_question_arrives_sealed_for_its_browser_and_signed_by_this_service() throws Exception {
        device();
        asks("q1", ONE, "Run it? git status");

        Received received = service().next();
        assertThat(received.method()).isEqualTo("POST");
        assertThat(received.path()).isEqualTo("/to/phone");
        assertThat(received.objection(service().origin(), push().publicKey(), clock.instant()))
                .isEmpty();
        assertThat(received.header("Content-Encoding")).isEqualTo("aes128gcm");
        assertThat(received.header("TTL")).matches("[0-9]+");
        assertThat(received.header("Urgency")).isEqualTo("high");
        assertThat(received.header("Topic")).matches("[A-Za-z0-9_-]{1,32}");
        assertThat(received.body().length).isLessThanOrEqualTo(4_096);
        var said = browser.opened(received.body());
        assertThat(said.path("kind").asText()).isEqualTo("question");
        assertThat(said.path("session").asText()).isEqualTo(ONE.toString());
        assertThat(said.path("title").asText()).isEqualTo("The ledger");
        assertThat(said.path("body").asText()).isEqualTo("Run it? git status");
        assertThat(said.path("url").asText()).isEqualTo("/ask/q1");
        assertThat(said.path("tag").asText()).isEqualTo(received.header("Topic"));
        assertThat(said.path("deny").path("digest").asText()).isEqualTo("d1");
    }

    @Test
    void the_key_is_made_once_and_only_its_owner_can_read_it() throws Exception {
        var key = push().publicKey();
        var file = folder.resolve("push.key");

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        push().close();
        open = push(Duration.ZERO);
        assertThat(push().publicKey()).isEqualTo(key);
    }

    @Test
    void a_device_that_hides_content_gets_neither_titles_nor_texts_nor_a_way_to_deny_unseen() throws Exception {
        var device = device();
        push().devices().change(device.id(), new Change(null, false, null, true));
        asks("q1", ONE, "Run it? git status");

        var said = next();
        assertThat(said.toString()).doesNotContain("ledger").doesNotContain("git");
        assertThat(said.path("kind").asText()).isEqualTo("question");
        assertThat(said.has("deny")).isFalse();
    }

    @Test
    void an_answered_question_replaces_its_notice() throws Exception {
        device();
        asks("q1", ONE, "Run it?");
        var asked = service().next();
        settled("q1", ONE);

        var answered = service().next();
        assertThat(answered.header("Topic")).isEqualTo(asked.header("Topic"));
        assertThat(browser.opened(answered.body()).path("kind").asText()).isEqualTo("answered");
    }

    @Test
    void of_two_questions_of_one_session_the_one_that_is_left_takes_the_place_of_the_answered_one() throws Exception {
        device();
        asks("q1", ONE, "First?");
        assertThat(next().path("body").asText()).isEqualTo("First?");
        asks("q2", ONE, "Second?");
        assertThat(next().path("body").asText()).isEqualTo("Second?");

        settled("q2", ONE);
        assertThat(next().path("body").asText()).isEqualTo("First?");
        settled("q1", ONE);
        assertThat(next().path("kind").asText()).isEqualTo("answered");
    }

    @Test
    void what_is_answered_at_once_disturbs_nobody() throws Exception {
        push().close();
        open = push(Waiting.PATIENCE);
        device();
        asks("q1", ONE, "Run it?");
        settled("q1", ONE);

        assertNothingBefore("Only this.");
    }

    @Test
    void a_question_that_changes_is_told_again_and_one_that_is_only_looked_at_is_not() throws Exception {
        device();
        push().happenings().asked("q1", "d1", false, () -> question(ONE, "Run it?"));
        assertThat(next().path("body").asText()).isEqualTo("Run it?");

        push().happenings().asked("q1", "d1", true, () -> question(ONE, "Run it?"));
        push().happenings().asked("q1", "d2", false, () -> question(ONE, "Run that?"));
        assertThat(next().path("body").asText()).isEqualTo("Run that?");
    }

    @Test
    void nobody_is_told_of_a_session_that_somebody_looks_at() throws Exception {
        device();
        push().looking().look("ada", ONE);
        asks("q1", ONE, "Run it?");

        assertNothingBefore("Only this.");
    }

    @Test
    void nobody_is_told_of_a_snoozed_session() throws Exception {
        device();
        asleep.add(ONE);
        asks("q1", ONE, "Run it?");

        assertNothingBefore("Only this.");
    }

    @Test
    void a_device_hears_nothing_in_its_quiet_hours_and_no_answer_to_what_it_was_not_told() throws Exception {
        var phone = device();
        var laptop = new PushBrowser();
        push().add(service().origin() + "/to/laptop", laptop.key(), laptop.secret(), "Laptop");
        push().devices().change(phone.id(), new Change(null, true, new QuietHours(11 * 60, 13 * 60), null));
        asks("q1", ONE, "Run it?");
        assertThat(service().next().path()).isEqualTo("/to/laptop");
        settled("q1", ONE);
        assertThat(service().next().path()).isEqualTo("/to/laptop");
        clock.pass(Duration.ofHours(1));

        says("Only this.");
        var received = service().next();
        while (!received.path().equals("/to/phone")) {
            received = service().next();
        }
        assertThat(browser.opened(received.body()).path("body").asText()).isEqualTo("Only this.");
    }

    @Test
    void a_browser_that_is_gone_is_forgotten() throws Exception {
        device();
        service().replies(Reply.of(410));
        asks("q1", ONE, "Run it?");
        assertThat(next().path("body").asText()).isEqualTo("Run it?");

        Waiting.until(() -> push().devices().all().isEmpty());
    }

    @Test
    void what_a_push_service_cannot_take_now_is_sent_again() throws Exception {
        device();
        service().replies(new Reply(429, Map.of("Retry-After", "0")));
        service().replies(Reply.of(503));
        asks("q1", ONE, "Run it?");

        for (int i = 0; i < 3; i++) {
            assertThat(next().path("body").asText()).isEqualTo("Run it?");
        }
        assertNothingBefore("Only this.");
    }

    @Test
    void a_redirection_is_not_followed() throws Exception {
        device();
        service().replies(new Reply(307, Map.of("Location", service().origin() + "/elsewhere")));
        asks("q1", ONE, "Run it?");
        assertThat(service().next().path()).isEqualTo("/to/phone");

        says("Only this.");
        assertThat(service().next().path()).isEqualTo("/to/phone");
    }

    @Test
    void a_test_says_what_became_of_it() throws Exception {
        var device = device();

        assertThat(push().test(device.id()).orElseThrow().isAccepted()).isTrue();
        assertThat(next().path("kind").asText()).isEqualTo("test");
        service().replies(Reply.of(403));
        assertThat(push().test(device.id()).orElseThrow().status()).isEqualTo(403);
        assertThat(push().test("nobody")).isEmpty();
        service().close();
        assertThat(push().test(device.id()).orElseThrow().isUnreachable()).isTrue();
    }

    @Test
    void a_text_without_end_is_cut_so_that_it_fits() throws Exception {
        device();
        asks("q1", ONE, "\u201c\ud83d\ude80\"\\".repeat(5_000));

        var received = service().next();
        assertThat(received.body().length).isLessThanOrEqualTo(4_096);
        assertThat(browser.opened(received.body()).path("body").asText()).startsWith("\u201c\ud83d\ude80");
    }

    @Test
    void what_svc_says_by_itself_goes_along_as_its_word_so_that_a_browser_says_it_in_its_language() throws Exception {
        device();
        var said = PushSentence.ANSWERED_BY.of("Firefox on Linux", "100% Yes");
        push().happenings().happened(() -> new PushNotice(Kind.ANSWERED, ONE, "The ledger", said, "/ask/q1"));

        var notice = next();
        assertThat(notice.path("body").asText()).isEqualTo("Answered by Firefox on Linux: 100% Yes");
        assertThat(notice.path("said").toString())
                .isEqualTo("{\"word\":\"answered_by\",\"about\":[\"Firefox on Linux\",\"100% Yes\"]}");
    }

    @Test
    void what_a_program_said_is_no_sentence_of_svc() throws Exception {
        device();
        asks("q1", ONE, "Run it?");

        assertThat(next().has("said")).isFalse();
    }

    @Test
    void a_device_that_hides_content_is_told_what_happened_by_a_word() throws Exception {
        var device = device();
        push().devices().change(device.id(), new PushDevices.Change(null, false, null, true));
        asks("q1", ONE, "Run it?");

        assertThat(next().at("/said/word").asText()).isEqualTo("question_hidden");
    }

    @Test
    void ntfy_and_a_webhook_are_tried_as_a_device_is() throws Exception {
        assertThat(push().test("ntfy")).isEmpty();
        assertThat(push().test("webhook")).isEmpty();

        var ntfy = PushRelays.ntfy(service().origin() + "/my-topic", null).orElseThrow();
        var webhook = new PushRelays.Webhook(URI.create(service().origin() + "/hook"), null);
        relays.set(new PushRelays(ntfy, webhook, true, true, false));
        service().replies(Reply.of(401));
        assertThat(push().test("ntfy"))
                .hasValueSatisfying(it -> assertThat(it.status()).isEqualTo(401));
        assertThat(service().next().json().path("message").asText()).isEqualTo("A test: notices of svc arrive here.");
        assertThat(push().test("webhook"))
                .hasValueSatisfying(it -> assertThat(it.isAccepted()).isTrue());
        assertThat(service().next().json().path("kind").asText()).isEqualTo("test");
    }

    @Test
    void ntfy_gets_a_message_for_its_topic_and_no_content_unless_somebody_says_so() throws Exception {
        var ntfy = PushRelays.ntfy(service().origin() + "/below/my-topic", "tk_secret")
                .orElseThrow();
        relays.set(new PushRelays(ntfy, null, true, true, false));
        asks("q1", ONE, "Run it? git status");

        var hidden = service().next();
        assertThat(hidden.path()).isEqualTo("/below/");
        assertThat(hidden.header("Authorization")).isEqualTo("Bearer tk_secret");
        assertThat(hidden.json().path("topic").asText()).isEqualTo("my-topic");
        assertThat(hidden.json().path("click").asText()).isEqualTo("https://svc.example.org/ask/q1");
        assertThat(hidden.text()).doesNotContain("git").doesNotContain("ledger");

        relays.set(new PushRelays(ntfy, null, false, true, false));
        asks("q2", TWO, "Run it? git log");
        var shown = service().next().json();
        assertThat(shown.path("title").asText()).isEqualTo("The ledger");
        assertThat(shown.path("message").asText()).isEqualTo("Run it? git log");
    }

    @Test
    void a_webhook_gets_a_signed_body() throws Exception {
        var address = URI.create(service().origin() + "/hook?to=ada");
        relays.set(new PushRelays(null, new PushRelays.Webhook(address, "key"), false, true, false));
        asks("q1", ONE, "Run it?");

        var received = service().next();
        var mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec("key".getBytes(UTF_8), "HmacSHA256"));
        assertThat(received.path()).isEqualTo("/hook?to=ada");
        assertThat(received.header("X-Svc-Signature"))
                .isEqualTo("sha256=" + HexFormat.of().formatHex(mac.doFinal(received.body())));
        assertThat(received.json().path("kind").asText()).isEqualTo("question");
        assertThat(received.json().path("at").asText())
                .isEqualTo(clock.instant().toString());
        assertThat(received.json().has("deny")).isFalse();
    }

    private static News.Doing works(String title) {
        return new News.Doing(ONE, title, Status.IDLE, Status.WORKING);
    }

    private PushRelays hook(boolean hides, boolean allNews) {
        return new PushRelays(
                null, new PushRelays.Webhook(URI.create(service().origin() + "/hook"), null), hides, true, allNews);
    }

    @Test
    void a_webhook_follows_along_only_where_somebody_says_so() throws Exception {
        relays.set(hook(false, false));
        push().happenings().news(() -> works("Not told"));
        asks("q1", ONE, "Run it?");

        assertThat(service().next().json().path("kind").asText()).isEqualTo("question");
    }

    @Test
    void a_webhook_that_follows_along_hears_what_a_program_does_also_of_a_session_that_somebody_looks_at()
            throws Exception {
        relays.set(hook(false, true));
        push().looking().look("ada", ONE);
        push().happenings().news(() -> works("The \u001b[31mledger"));

        var told = service().next().json();
        assertThat(told.path("kind").asText()).isEqualTo("status");
        assertThat(told.path("session").asText()).isEqualTo(ONE.toString());
        assertThat(told.path("title").asText()).isEqualTo("The ledger");
        assertThat(told.path("before").asText()).isEqualTo("idle");
        assertThat(told.path("status").asText()).isEqualTo("working");
        assertThat(told.path("url").asText()).startsWith("https://svc.example.org/s/engine_1%3A");
        assertThat(told.path("at").asText()).isEqualTo(clock.instant().toString());
    }

    @Test
    void a_webhook_from_which_content_is_hidden_gets_the_verdict_of_a_review_and_not_its_words() throws Exception {
        relays.set(hook(true, true));
        push().happenings().news(() -> new News.Verdict(ONE, "The ledger", true, "Asks for a key.", "It has none."));

        var told = service().next();
        assertThat(told.json().path("kind").asText()).isEqualTo("verdict");
        assertThat(told.json().path("needs_you").asBoolean()).isTrue();
        assertThat(told.text()).doesNotContain("ledger").doesNotContain("key").doesNotContain("none");
    }

    @Test
    void nothing_is_sent_into_a_private_network_unless_somebody_allows_it() throws Exception {
        var refused = new PushRelays.Webhook(URI.create(service().origin() + "/refused"), null);
        relays.set(new PushRelays(null, refused, true, false, false));
        assertThat(push().test("webhook"))
                .hasValueSatisfying(it -> assertThat(it.isPrivate()).isTrue());

        var allowed = new PushRelays.Webhook(URI.create(service().origin() + "/allowed"), null);
        relays.set(new PushRelays(null, allowed, true, true, false));
        var _ = push().test("webhook");
        assertThat(service().next().path()).isEqualTo("/allowed");
    }
}
