package dev.svc.server.outside;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.engine.outside.LivingProcess;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class AboveTest {
    private final Map<Long, Long> parents = new HashMap<>();
    private final List<Long> asked = new ArrayList<>();
    private final Above above = new Above(new Table());

    /// Only parents are asked for.
    private final class Table implements ProcessTable {
        @Override
        public Collection<LivingProcess> look(Predicate<List<String>> known) {
            return List.of();
        }

        @Override
        public Optional<LivingProcess> find(long pid, String start) {
            return Optional.empty();
        }

        @Override
        public boolean isAlive(long pid, String start) {
            return false;
        }

        @Override
        public long parent(long pid) {
            asked.add(pid);
            return parents.getOrDefault(pid, 0L);
        }
    }

    private static LivingProcess process(long pid, long parent) {
        return new LivingProcess(pid, "1", parent, Instant.EPOCH, List.of("made"), null, Map.of(), null);
    }

    @Test
    void a_process_is_below_itself_and_all_that_are_above_it() {
        parents.put(11L, 10L);
        var process = process(12, 11);
        assertThat(List.of(12L, 11L, 10L)).allMatch(it -> above.isBelow(process, it));
        assertThat(above.isBelow(process, 13)).isFalse();
    }

    @Test
    void those_of_one_look_that_share_what_is_above_them_ask_for_it_once() {
        parents.put(11L, 10L);
        assertThat(above.isBelow(process(12, 11), 20)).isFalse();
        assertThat(above.isBelow(process(13, 11), 20)).isFalse();
        assertThat(asked).containsExactly(11L, 10L);
    }

    @Test
    void where_there_is_nothing_to_be_below_nobody_is_asked() {
        assertThat(above.isBelowAny(process(12, 11), Set.of())).isFalse();
        assertThat(asked).isEmpty();
    }
}
