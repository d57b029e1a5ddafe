package dev.svc.server.engine.codex;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.engine.Compressing;
import dev.svc.server.engine.StoreCopy;
import dev.svc.server.engine.turn.TurnIndex;
import dev.svc.server.session.Turn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// The same conversations, compressed: everything that holds for plain rollouts, and the same turns.
class CodexCompressedTurnsTest extends CodexTurnsTest {
    @Override
    protected void plant(Path home) throws IOException {
        super.plant(home);
        Compressing.replaceAll(home.resolve(".codex"));
    }

    /// Not a file of lines any more.
    @Override
    protected @Nullable Path log(String nativeId) {
        return null;
    }

    @Test
    void every_turn_is_what_it_was_before() throws IOException {
        assertThat(Compressing.rollouts(home)).isEmpty();
        var compressed = turnsById();
        Compressing.plainAgain(StoreCopy.fixture("codex"), home.resolve(".codex"));
        assertThat(Compressing.rollouts(home)).isNotEmpty();
        assertThat(compressed).hasSizeGreaterThan(10).isEqualTo(turnsById());
    }

    @Test
    void an_index_goes_on_when_the_log_is_compressed_and_when_it_is_expanded() throws IOException {
        Compressing.plainAgain(StoreCopy.fixture("codex"), home.resolve(".codex"));
        var plain = indices(Map.of());
        for (var rollout : Compressing.rollouts(home)) {
            Files.delete(rollout);
        }
        var compressed = indices(plain);
        requireSame(plain, compressed);
        Compressing.plainAgain(StoreCopy.fixture("codex"), home.resolve(".codex"));
        requireSame(compressed, indices(compressed));
    }

    private void requireSame(Map<String, TurnIndex> before, Map<String, TurnIndex> now) throws IOException {
        assertThat(now.keySet()).hasSizeGreaterThan(10).isEqualTo(before.keySet());
        for (var it : now.entrySet()) {
            var former = Objects.requireNonNull(before.get(it.getKey()));
            int count = it.getValue().count();
            assertThat(count).as(it.getKey()).isEqualTo(former.count());
            assertThat(it.getValue().generation(count)).as(it.getKey()).isEqualTo(former.generation(count));
            assertThat(turns().read(it.getKey(), former, 0, count))
                    .as(it.getKey())
                    .isEqualTo(all(it.getKey()));
        }
    }

    private Map<String, TurnIndex> indices(Map<String, TurnIndex> former) throws IOException {
        var indices = new HashMap<String, TurnIndex>();
        for (var id : ids()) {
            indices.put(id, turns().index(id, Optional.ofNullable(former.get(id))));
        }
        return indices;
    }

    private Map<String, List<Turn>> turnsById() throws IOException {
        var turns = new HashMap<String, List<Turn>>();
        for (var id : ids()) {
            turns.put(id, all(id));
        }
        return turns;
    }
}
