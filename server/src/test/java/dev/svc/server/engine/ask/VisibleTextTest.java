package dev.svc.server.engine.ask;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class VisibleTextTest {
    @Test
    void what_is_seen_stays_as_it_is() {
        assertThat(VisibleText.of("a\tb\nčš 🙂")).isEqualTo("a\tb\nčš 🙂");
    }

    @Test
    void what_would_not_be_seen_is_named() {
        assertThat(VisibleText.of("a\u001b[31mb\nc\u202ed\ue000\ud800"))
                .isEqualTo("a\\u001b[31mb\nc\\u202ed\ue000\\ud800");
    }
}
