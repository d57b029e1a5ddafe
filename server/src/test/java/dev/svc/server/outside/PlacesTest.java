package dev.svc.server.outside;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.engine.outside.LivingProcess;
import dev.svc.shared.control.Command;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class PlacesTest {
    @TempDir
    private Path home;

    private Instant now = Instant.parse("2026-11-25T12:00:00Z");
    private final InstantSource clock = () -> now;
    private Places places;

    @BeforeEach
    void a_server_that_counts_how_often_it_is_asked() throws IOException {
        var tmux = home.resolve("tmux");
        Files.writeString(tmux, "#!/bin/sh\necho >>'%1$s/asked'\ncat '%1$s/panes'\n".formatted(home));
        Files.setPosixFilePermissions(tmux, PosixFilePermissions.fromString("rwx------"));
        Files.writeString(home.resolve("socket"), "");
        Files.writeString(home.resolve("asked"), "");
        panes(1, 2, 3);
        places = new Places(
                new Command(Map.of("PATH", home + ":/usr/bin:/bin")), home, new HandleTable(), clock, Waiting.PATIENCE);
    }

    private void panes(int... panes) throws IOException {
        var lines = IntStream.of(panes)
                .mapToObj(it -> "/dev/pts/%1$d\t%%%1$d\t$0\t%1$d\t0\tmain".formatted(it))
                .toList();
        Files.write(home.resolve("panes"), lines);
    }

    private LivingProcess in(int pane) {
        return new LivingProcess(
                pane,
                "1",
                1,
                now,
                List.of("made"),
                home,
                Map.of("TMUX", home.resolve("socket") + ",1,0", "TMUX_PANE", "%" + pane),
                Path.of("/dev/pts/" + pane));
    }

    private List<String> look(int... panes) {
        places.begin();
        var living = IntStream.of(panes).mapToObj(this::in).toList();
        var names =
                living.stream().map(it -> String.valueOf(places.of(it).name())).toList();
        places.keep(living);
        return names;
    }

    private long asked() throws IOException {
        try (var lines = Files.lines(home.resolve("asked"))) {
            return lines.count();
        }
    }

    @Test
    void one_question_serves_all_that_run_on_a_server() throws IOException {
        assertThat(look(1, 2, 3)).containsExactly("main:1.0", "main:2.0", "main:3.0");
        assertThat(asked()).isEqualTo(1);
    }

    @Test
    void an_answer_holds_for_half_a_minute_and_then_for_nobody() throws IOException {
        look(1);
        now = now.plusSeconds(20);
        look(1, 2);
        now = now.plusSeconds(9);
        look(1, 2);
        assertThat(asked()).isEqualTo(1);
        now = now.plusSeconds(1);
        assertThat(look(1, 2)).containsExactly("main:1.0", "main:2.0");
        assertThat(asked()).isEqualTo(2);
    }

    @Test
    void a_pane_that_came_since_the_server_was_asked_is_found_at_once() throws IOException {
        look(1);
        panes(1, 4, 5);
        now = now.plusSeconds(2);
        assertThat(look(1, 4, 5)).containsExactly("main:1.0", "main:4.0", "main:5.0");
        assertThat(asked()).isEqualTo(2);
    }

    @Test
    void one_in_no_pane_makes_the_server_be_asked_no_more_often() throws IOException {
        look(1, 8, 9);
        for (int i = 0; i < 10; i++) {
            now = now.plus(Duration.ofSeconds(2));
            assertThat(look(1, 8, 9)).containsExactly("main:1.0", "null", "null");
        }
        assertThat(asked()).isEqualTo(1);
    }

    @Test
    void whoever_is_to_be_joined_is_asked_for_as_it_is_now() throws IOException {
        look(1);
        panes(2);
        assertThat(places.ask(in(1))).isEqualTo(Place.UNKNOWN);
        assertThat(asked()).isEqualTo(2);
    }
}
