package dev.svc.server.push;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PushServicesTest {
    private final PushServices known = new PushServices(Optional.empty());

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://fcm.googleapis.com/fcm/send/abc",
                "https://fcm.googleapis.com:443/wp/abc",
                "https://updates.push.services.mozilla.com/wpush/v2/abc",
                "https://sg2p.notify.windows.com/w/?token=abc",
                "https://web.push.apple.com/abc",
                "https://api.push.apple.com/abc",
            })
    void the_services_of_the_browsers_there_are_are_known(String address) {
        assertThat(known.find(address)).isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "http://fcm.googleapis.com/fcm/send/abc",
                "https://fcm.googleapis.com:8443/fcm/send/abc",
                "https://somebody@fcm.googleapis.com/fcm/send/abc",
                "https://fcm.googleapis.com@127.0.0.1/abc",
                "https://fcm.googleapis.com.evil.example/abc",
                "https://evilnotify.windows.com/abc",
                "https://127.0.0.1/abc",
                "https://[::1]/abc",
                "https://localhost/abc",
                "//fcm.googleapis.com/abc",
                "https://fcm.googleapis.com/abc#more",
                "https://fcm.googleapis.com\\@127.0.0.1/abc",
                "file:///etc/passwd",
                "no address",
            })
    void no_other_address_is_one(String address) {
        assertThat(known.find(address)).isEmpty();
    }

    @Test
    void an_address_without_end_is_none() {
        assertThat(known.find("https://fcm.googleapis.com/" + "a".repeat(1_000)))
                .isEmpty();
    }

    @Test
    void one_origin_can_be_added_for_tests_and_it_is_that_one_alone() {
        var tests = new PushServices(Optional.of("http://127.0.0.1:9999"));

        assertThat(tests.find("http://127.0.0.1:9999/abc")).isPresent();
        assertThat(tests.find("http://127.0.0.1:9998/abc")).isEmpty();
        assertThat(tests.find("http://127.0.0.1:9999@example.org/abc")).isEmpty();
        assertThat(tests.find("https://web.push.apple.com/abc")).isPresent();
    }
}
