package dev.svc.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.push.PushBrowser;
import dev.svc.server.push.PushNotice;
import dev.svc.server.push.PushNotice.Kind;
import dev.svc.server.push.PushStandIn.Reply;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.shared.waiting.Waiting;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PushApiIT {
    private static final String PATH = "/api/push";

    @TempDir
    Path folder = Path.of("");

    private final PushBrowser browser = new PushBrowser();
    private ApiRig rig;

    @BeforeEach
    void start() throws Exception {
        rig = new ApiRig(folder);
    }

    @AfterEach
    void stop() {
        rig.close();
    }

    private String subscription(String endpoint, String name) {
        return """
                {"endpoint":"%s","keys":{"p256dh":"%s","auth":"%s"},"name":"%s"}""".formatted(endpoint, browser.key(), browser.secret(), name);
    }

    private ApiRig.Answer add(String name) throws Exception {
        return rig.post(PATH, subscription(rig.pushService.origin() + "/to/secret-place", name));
    }

    private String addedId() throws Exception {
        return add("Phone").body().path("id").asText();
    }

    @Test
    void a_browser_gets_a_key_adds_itself_and_is_listed_without_what_reaches_it() throws Exception {
        assertThat(rig.get(PATH).body().path("public_key").asText()).isEqualTo(rig.push.publicKey());

        var added = add("Phone");
        assertThat(added.status()).isEqualTo(201);
        var listed = rig.get(PATH);
        assertThat(listed.body().path("devices").get(0)).isEqualTo(added.body());
        assertThat(listed.raw().body())
                .doesNotContain("secret-place")
                .doesNotContain(browser.key())
                .doesNotContain(browser.secret());
        assertThat(listed.body().at("/devices/0/host").asText()).isEqualTo("127.0.0.1");
    }

    @Test
    void the_same_browser_again_is_the_same_device() throws Exception {
        var first = add("Phone").body().path("id").asText();
        var again = add("My phone");

        assertThat(again.status()).isEqualTo(200);
        assertThat(again.body().path("id").asText()).isEqualTo(first);
        assertThat(again.body().path("name").asText()).isEqualTo("My phone");
        assertThat(rig.get(PATH).body().path("devices")).hasSize(1);
        assertThat(rig.devicesHeard).containsExactly("added Phone");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            https://127.0.0.1/x                     | Phone | 422 | invalid
            http://169.254.169.254/x                | Phone | 422 | invalid
            https://fcm.googleapis.com:22/x         | Phone | 422 | invalid
            https://fcm.googleapis.com.example.org/ | Phone | 422 | invalid
            https://fcm.googleapis.com/fcm/send/x   | ' '   | 422 | invalid
            """)
    void what_is_no_address_of_a_push_service_or_no_name_is_refused(
            String endpoint, String name, int status, String code) throws Exception {
        var answer = rig.post(PATH, subscription(endpoint, name));

        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.body().path("code").asText()).isEqualTo(code);
        assertThat(rig.get(PATH).body().path("devices")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {}
            {"endpoint":"x","name":"y"}
            {"endpoint":"x","name":"y","keys":[]}
            {"endpoint":"x","name":"y","keys":{"p256dh":"x"}}
            {"endpoint":"x","name":"y","keys":{"p256dh":"x","auth":"y","more":1}}
            """)
    void what_is_no_subscription_is_not_understood(String body) throws Exception {
        assertThat(rig.post(PATH, body).status()).isEqualTo(400);
    }

    @Test
    void a_device_has_a_name_quiet_hours_and_a_switch_for_content() throws Exception {
        var path = PATH + "/" + addedId();

        var changed = rig.patch(path, "{\"name\":\"Mine\",\"quiet\":{\"from\":1320,\"to\":420},\"hide_content\":true}");
        assertThat(changed.status()).isEqualTo(200);
        assertThat(changed.body().path("name").asText()).isEqualTo("Mine");
        assertThat(changed.body().path("quiet").path("to").asInt()).isEqualTo(420);
        assertThat(changed.body().path("hide_content").asBoolean()).isTrue();

        var cleared = rig.patch(path, "{\"quiet\":null}").body();
        assertThat(cleared.path("quiet").isNull()).isTrue();
        assertThat(cleared.path("name").asText()).isEqualTo("Mine");
        assertThat(cleared.path("hide_content").asBoolean()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"quiet":{"from":5,"to":5}}     | 422
            {"quiet":{"from":0,"to":1440}}  | 422
            {"quiet":{"from":0}}            | 400
            {"quiet":7}                     | 400
            {"name":""}                     | 422
            {"hide_content":"yes"}          | 400
            {"endpoint":"https://x"}        | 400
            """)
    void what_a_device_cannot_be_is_refused(String patch, int status) throws Exception {
        assertThat(rig.patch(PATH + "/" + addedId(), patch).status()).isEqualTo(status);
    }

    @Test
    void one_that_is_taken_away_is_gone() throws Exception {
        var path = PATH + "/" + addedId();

        assertThat(rig.delete(path).status()).isEqualTo(204);
        assertThat(rig.delete(path).status()).isEqualTo(404);
        assertThat(rig.patch(path, "{}").status()).isEqualTo(404);
        assertThat(rig.post(path + "/test", "{}").status()).isEqualTo(404);
        assertThat(rig.get(PATH).body().path("devices")).isEmpty();
        assertThat(rig.devicesHeard).containsExactly("added Phone", "removed Phone");
    }

    @Test
    void a_test_says_what_the_push_service_says() throws Exception {
        var path = PATH + "/" + addedId() + "/test";

        assertThat(rig.post(path, "{}").body().toString())
                .contains("\"accepted\"")
                .contains("201");
        rig.pushService.replies(Reply.of(403));
        assertThat(rig.post(path, "{}").body().toString())
                .contains("\"refused\"")
                .contains("403");
        rig.pushService.close();
        assertThat(rig.post(path, "{}").body().toString()).contains("\"unreachable\"");
    }

    @Test
    void a_place_that_is_not_set_cannot_be_tried() throws Exception {
        assertThat(rig.post(PATH + "/ntfy/test", "").status()).isEqualTo(404);
    }

    @Test
    void what_a_page_looks_at_is_told_to_no_device_until_it_looks_away() throws Exception {
        addedId();
        var session = new SessionId(EngineKey.CODEX, "one");
        assertThat(rig.post("/api/looking", "{\"sid\":\"codex:one\"}").status()).isEqualTo(204);
        says(session, "Not this.");
        assertThat(rig.post("/api/looking", "{\"sid\":null}").status()).isEqualTo(204);
        says(session, "This.");

        assertThat(browser.opened(rig.pushService.next().body()).path("body").asText())
                .isEqualTo("This.");
    }

    /// Returns when it is decided whether anybody is told.
    private void says(SessionId session, String words) throws Exception {
        var decided = new CountDownLatch(1);
        var other = new SessionId(EngineKey.CODEX, "other");
        rig.push.looking().look("somebody", other);
        rig.push.happenings().happened(() -> new PushNotice(Kind.REVIEW, session, "Shop", words, "/s/one", null));
        rig.push.happenings().happened(() -> {
            decided.countDown();
            return new PushNotice(Kind.REVIEW, other, "Shop", words, "/s/other", null);
        });
        Waiting.countedDown(decided);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {}                     | 400
            {"sid":7}              | 400
            {"sid":"no such:thing"}| 404
            {"sid":"../x"}         | 404
            """)
    void what_is_no_session_cannot_be_looked_at(String body, int status) throws Exception {
        assertThat(rig.post("/api/looking", body).status()).isEqualTo(status);
    }
}
