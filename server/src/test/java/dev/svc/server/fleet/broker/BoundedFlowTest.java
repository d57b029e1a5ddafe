package dev.svc.server.fleet.broker;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BoundedFlowTest {
    private static void send(String text, int at) throws IOException {
        byte[] bytes = text.getBytes(US_ASCII);
        var flow = new BoundedFlow();
        for (int from = 0; from < bytes.length; from += at) {
            flow.check(bytes, from, Math.min(at, bytes.length - from));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 1_000_000})
    void what_a_server_sends_passes_however_it_is_divided(int at) {
        var text = "INFO {\"max_payload\":1048576}\r\nPING\r\n+OK\r\n"
                + "MSG svc.a 1 5\r\nhello\r\n"
                + "MSG svc.a 1 reply.x 37\r\nMSG svc.a 1 2000000000\r\n no line, but\r\n"
                + "HMSG svc.a 1 12 17\r\nNATS/1.0\r\n\r\nhello\r\n"
                + "HMSG svc.a 1 reply.x 12 12\r\nNATS/1.0\r\n\r\n\r\nPONG\r\n-ERR 'x'\r\n"
                + "MSG svc.a 1 1048576\r\n";
        assertThatCode(() -> send(text, at)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "MSG svc.a 1 1048577\r\n",
                "MSG svc.a 1 2000000000\r\n",
                "msg svc.a 1 reply 99999999999999999999\r\n",
                "MSG\tsvc.a\t1\t2000000000\r\n",
                "MSG svc.a 1 reply 2000000000 5\r\n",
                "MSG svc.a 1 -1\r\n",
                "MSG svc.a 1 \r\n",
                "MSG svc.a\r\n",
                "HMSG svc.a 1 2000000000 5\r\n",
                "HMSG svc.a 1 reply 12 2000000000\r\n",
                "+OK\r\nMSG svc.a 1 5\r\nhello\r\nMSG svc.a 1 2000000000\r\n"
            })
    void what_would_take_the_memory_away_is_refused(String text) {
        assertThatThrownBy(() -> send(text, 3)).isInstanceOf(UnfitBrokerException.class);
    }

    @Test
    void a_line_without_an_end_is_refused() {
        assertThatThrownBy(() -> send("INFO " + "x".repeat(BoundedFlow.LONGEST_LINE), 4_096))
                .isInstanceOf(UnfitBrokerException.class);
    }
}
