package dev.svc.server.terminal.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AbsenceTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");

    @TempDir
    Path folder;

    private Absence absence;

    @BeforeEach
    void make() {
        absence = new Absence(folder);
    }

    @Test
    void the_next_server_learns_when_the_former_one_let_go() throws IOException {
        absence.begin(NOON);
        assertThat(new Absence(folder).end(NOON.plusSeconds(1))).contains(NOON);
    }

    @Test
    void the_one_after_a_killed_server_learns_nothing_of_an_earlier_absence() throws IOException {
        absence.begin(NOON);
        var _ = absence.end(NOON);
        assertThat(absence.end(NOON)).isEmpty();
    }

    @Test
    void a_clock_that_was_set_back_makes_it_unknown() throws IOException {
        absence.begin(NOON);
        assertThat(absence.end(NOON.minusSeconds(1))).isEmpty();
    }

    @Test
    void a_file_that_says_no_time_makes_it_unknown_and_goes() throws IOException {
        Files.writeString(folder.resolve("let-go"), "yesterday");
        assertThat(absence.end(NOON)).isEmpty();
        assertThat(folder).isEmptyDirectory();
    }
}
