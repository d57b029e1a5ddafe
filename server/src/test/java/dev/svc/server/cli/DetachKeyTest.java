package dev.svc.server.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DetachKeyTest {
    private static int indexIn(String typed) {
        byte[] bytes = typed.getBytes(ISO_8859_1);
        return DetachKey.indexIn(bytes, bytes.length);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u001c", "\u001b[92;5u", "\u001b[27;5;92~"})
    void it_is_known_in_every_spelling_behind_what_was_typed_before(String key) {
        assertThat(indexIn(key)).isZero();
        assertThat(indexIn("ls" + key + "rest")).isEqualTo(2);
    }

    @Test
    void other_keys_are_not_it() {
        assertThat(indexIn("\\ \u001b[92u \u001b[27;5;93~ \u0003")).isNegative();
    }
}
