package dev.svc.server.engine.outside;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ArgumentSightingsTest {
    private final ArgumentSightings sightings = new ArgumentSightings(
            Set.of("made", "made-code"), List.of("-s", "--session"), Pattern.compile("ses_[a-z]+"), Set.of("serve"));
    private final FakeProcesses processes = new FakeProcesses();

    @ParameterizedTest
    @ValueSource(
            strings = {"made", "/usr/bin/made", "node /opt/made.js", "node --flag /opt/bin/made -s x", "made-code"})
    void the_program_is_known_by_its_words(String words) {
        assertThat(sightings.knows(List.of(words.split(" ", -1)))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "vim made", "node /opt/other.js made", "made serve", "mademoiselle"})
    void what_only_mentions_it_is_not_the_program(String words) {
        assertThat(sightings.knows(List.of(words.split(" ", -1)))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"made -s ses_one", "made --session ses_one", "made --session=ses_one"})
    void a_session_that_is_named_is_sure(String words) {
        processes.lives(5, "1", words.split(" ", -1));
        var seen = sightings.look(processes).getFirst();
        assertThat(seen.nativeId()).isEqualTo("ses_one");
        assertThat(seen.sure()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"made", "made -s", "made -s ../../x", "made -s latest"})
    void what_names_none_says_nothing(String words) {
        processes.lives(5, "1", words.split(" ", -1));
        var seen = sightings.look(processes).getFirst();
        assertThat(seen.nativeId()).isNull();
        assertThat(seen.sure()).isFalse();
    }

    @Test
    void a_program_that_starts_itself_again_is_one() {
        processes.lives(5, "1", "node", "/opt/made");
        processes.isBelow(5, 6, "2", "node", "/opt/made");
        assertThat(sightings.look(processes))
                .extracting(it -> it.process().pid())
                .containsExactly(6L);
    }
}
