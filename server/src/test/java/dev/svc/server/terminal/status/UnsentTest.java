package dev.svc.server.terminal.status;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnsentTest {
    private final Unsent unsent = new Unsent();

    private boolean after(String keys) {
        unsent.hear(keys.getBytes(UTF_8));
        return unsent.isThere();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "x",
                "ü",
                "one\rtwo",
                "\u001b[200~a\rb\r\u001b[201~",
                "\u001b[200~x\u001b[201~",
                "x\u001b[D",
                "x\u001b[13;2u",
                "\u001b\r"
            })
    void a_text_without_enter_is_unsent(String keys) {
        assertThat(after(keys)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x\r",
                "x\u0003",
                "x\u0015",
                "\u001b[200~a\rb\u001b[201~\r",
                "\u001b[A",
                "\u001bOB",
                "\u001b[<0;12;7M",
                "\u001b[I",
                "\u001b]11;rgb:0000/0000/0000\u001b\\",
                "\u001b]11;rgb:0000/0000/0000\u0007",
                "\u001bP>|xterm(390)\u001b\\",
                "\u001b",
                "\u007f\t"
            })
    void what_is_sent_and_what_is_no_text_is_not(String keys) {
        assertThat(after(keys)).isFalse();
    }

    @Test
    void keys_may_come_in_pieces() {
        assertThat(after("\u001b[20")).isFalse();
        assertThat(after("0~a")).isTrue();
        assertThat(after("\r")).isTrue();
        assertThat(after("\u001b[201~")).isTrue();
        assertThat(after("\r")).isFalse();
    }
}
