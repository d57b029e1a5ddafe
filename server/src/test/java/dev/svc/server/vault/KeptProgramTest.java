package dev.svc.server.vault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.engine.EngineProvider;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// A program with the vault behind it can do all that it can do without.
class KeptProgramTest {
    /// These follow from others.
    private static final Set<String> FOLLOWS = Set.of("engineId", "idPattern", "command", "isPresent", "launch");

    @Test
    void everything_a_program_can_say_is_passed_on() {
        var own = Arrays.stream(KeptProvider.class.getDeclaredMethods())
                .map(Method::getName)
                .toList();
        assertThat(EngineProvider.class.getMethods())
                .extracting(Method::getName)
                .filteredOn(name -> !FOLLOWS.contains(name))
                .isSubsetOf(own);
    }
}
