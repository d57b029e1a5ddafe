package dev.svc.server.fleet.broker;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
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
        var text = String.join(
                "\r\n",
                List.of(
                        "INFO {\"max_payload\":1048576}",
                        "PING",
                        "+OK",
                        "MSG svc.a 1 5",
                        "hello",
                        "MSG svc.a 1 reply.x 37",
                        "MSG svc.a 1 2000000000",
                        " no line, but",
                        "HMSG svc.a 1 12 17",
                        "NATS/1.0",
                        "",
                        "hello",
                        "HMSG svc.a 1 reply.x 12 12",
                        "NATS/1.0",
                        "",
                        "",
                        "PONG",
                        "-ERR 'x'",
                        "MSG svc.a 1 1048576",
                        ""));
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
