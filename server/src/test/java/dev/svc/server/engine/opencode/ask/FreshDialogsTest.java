package dev.svc.server.engine.opencode.ask;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class FreshDialogsTest {
    private Instant now = Instant.EPOCH;
    private final FreshDialogs fresh = new FreshDialogs(Duration.ofMillis(300), () -> now);

    private static OpencodeDialog dialog(String id) {
        return new PermissionDialog(id, "ses_1", "bash", List.of(), List.of(), JsonNodeFactory.instance.objectNode());
    }

    @Test
    void what_stands_for_a_moment_is_told_once() {
        fresh.add(dialog("per_1"));
        now = now.plusMillis(299);
        fresh.add(dialog("per_1"));
        fresh.add(dialog("per_2"));
        assertThat(fresh.takeDue()).isEmpty();
        now = now.plusMillis(1);
        assertThat(fresh.takeDue()).extracting(OpencodeDialog::id).containsExactly("per_1");
        assertThat(fresh.takeDue()).isEmpty();
        assertThat(fresh.isEmpty()).isFalse();
    }

    @Test
    void what_is_answered_at_once_is_never_told() {
        fresh.add(dialog("per_1"));
        fresh.remove("per_1");
        now = now.plusSeconds(1);
        assertThat(fresh.takeDue()).isEmpty();
        assertThat(fresh.isEmpty()).isTrue();
    }
}
