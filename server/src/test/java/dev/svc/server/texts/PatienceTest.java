package dev.svc.server.texts;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PatienceTest {
    private long worked;

    private final Patience patience = new Patience(100, () -> worked);

    private boolean afterWorking(long time) throws Exception {
        return patience.spend(it -> {
            worked += time;
            return it.isUsedUp();
        });
    }

    @Test
    void it_ends_when_that_much_was_worked() throws Exception {
        assertThat(afterWorking(100)).isFalse();
        assertThat(patience.isOver()).isTrue();
    }

    @Test
    void it_adds_up_over_the_pieces_of_an_answer() throws Exception {
        assertThat(afterWorking(60)).isFalse();
        assertThat(afterWorking(60)).isTrue();
        assertThat(patience.isOver()).isTrue();
    }

    @Test
    void what_others_worked_meanwhile_does_not_count() throws Exception {
        assertThat(afterWorking(60)).isFalse();
        worked += 1_000;
        assertThat(afterWorking(30)).isFalse();
    }

    @Test
    void once_ended_it_stays_so() throws Exception {
        patience.end();
        assertThat(afterWorking(1)).isTrue();
    }
}
