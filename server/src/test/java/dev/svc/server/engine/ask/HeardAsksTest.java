package dev.svc.server.engine.ask;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.engine.ask.LineWay.Settled;
import dev.svc.server.session.Ask;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeardAsksTest {
    private static final Ask ASK = new Ask(Ask.Kind.TEXT, null, "Why?", null, null, null, null, List.of());

    private final HeardWords heard = new HeardWords();
    private final HeardAsks<String> asks = new HeardAsks<>(heard);

    @Test
    void what_was_not_asked_is_not_settled() {
        asks.settled("a", Settled.ALLOWED);
        asks.asks("a", ASK, "said");
        asks.settled("a", Settled.ALLOWED);
        asks.settled("a", Settled.ALLOWED);
        assertThat(heard.words).containsExactly("asks a", "ALLOWED a");
    }

    @Test
    void what_is_open_can_be_answered_until_it_is_settled_or_lost() {
        asks.asks("a", ASK, "said");
        assertThat(asks.find("a")).contains("said");
        asks.lost();
        assertThat(asks.find("a")).isEmpty();
        assertThat(heard.words).containsExactly("asks a", "lost");
    }

    @Test
    void after_its_end_nothing_is_passed_on() {
        asks.asks("a", ASK, "said");
        asks.close();
        asks.asks("b", ASK, "said");
        asks.settled("a", Settled.ALLOWED);
        asks.lost();
        assertThat(heard.words).containsExactly("asks a");
        assertThat(asks.find("a")).isEmpty();
    }

    @Test
    void a_flood_is_cut_off() {
        for (int i = 0; i < 1_000; i++) {
            asks.asks("k" + i, ASK, "said");
        }
        assertThat(heard.words).hasSize(200);
    }
}
