package dev.svc.tray.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.tray.host.UpdateFile.Written;
import dev.svc.tray.menu.UpdateState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UpdateFileTest {
    @TempDir
    private Path folder;

    @Test
    void one_that_runs_says_where_it_goes_and_how_far_it_is() throws IOException {
        assertThat(running("{\"state\":\"running\",\"kind\":\"update\",\"step\":\"build\",\"target\":\"1.4.3\"}"))
                .contains(new UpdateState.Running(false, "1.4.3", "build"));
        assertThat(
                        running(
                                "{\"state\":\"running\",\"kind\":\"rollback\",\"doing\":\"trying it aside\",\"target\":\"1.4.1\"}"))
                .contains(new UpdateState.Running(true, "1.4.1", "trying it aside"));
    }

    @Test
    void a_build_says_in_words_how_far_it_is() throws IOException {
        var text = "{\"state\":\"running\",\"step\":\"build\",\"doing\":\"building\",\"target\":\"1.4.3\"}";
        assertThat(running(text)).contains(new UpdateState.Running(false, "1.4.3", "building"));
        Files.writeString(
                folder.resolve("log"),
                "2026-11-28T20:00:00Z building\n2026-11-28T20:01:00Z svc:   2 of 5: the page (0:48)\n");
        assertThat(running(text))
                .contains(new UpdateState.Running(false, "1.4.3", "building, 2 of 5: the page (0:48)"));
    }

    @ParameterizedTest
    @CsvSource({
        "done, update, 'Updated to 1.4.3, 5m ago'",
        "done, rollback, 'Went back to 1.4.3, 5m ago'",
        "failed, update, 'Not updated to 1.4.3, 5m ago: not healthy'",
        "failed, rollback, 'Did not go back to 1.4.3, 5m ago: not healthy'",
        "returned, update, 'The update to 1.4.3 came back, 5m ago: not healthy'",
        "returned, rollback, 'Could not stay at 1.4.3, 5m ago: not healthy'",
    })
    void one_that_ended_says_what_became_of_it(String state, String kind, String sentence) throws IOException {
        var written = UpdateFile.read(written("""
                {"run":"7-1","state":"%s","kind":"%s","target":"1.4.3","reason":"not healthy",
                 "finished_at":"2026-11-21T14:35:00Z"}""".formatted(state, kind)));
        assertThat(written.running()).isEmpty();
        assertThat(written.run()).isEqualTo("7-1");
        assertThat(written.outcome().sentence(Instant.parse("2026-11-21T14:40:00Z")))
                .isEqualTo(sentence);
    }

    @Test
    void no_file_and_a_damaged_one_are_nothing_to_tell() throws IOException {
        assertThat(UpdateFile.read(folder.resolve("none"))).isEqualTo(Written.NOTHING);
        assertThat(UpdateFile.read(written("{"))).isEqualTo(Written.NOTHING);
        assertThat(UpdateFile.read(written("{\"state\":\"done\"}"))).isEqualTo(Written.NOTHING);
        assertThat(UpdateFile.read(written("{\"state\":\"idle\"}"))).isEqualTo(Written.NOTHING);
    }

    private Optional<UpdateState> running(String text) throws IOException {
        return UpdateFile.read(written(text)).running();
    }

    @Test
    void a_check_finds_something_newer_the_newest_or_a_reason() {
        assertThat(checked("1.4.3", true, "")).isEqualTo(new UpdateState.Available("1.4.3"));
        assertThat(checked("1.4.2", false, "This is the newest.")).isEqualTo(new UpdateState.Current("1.4.2"));
        assertThat(checked("1.4.1", false, "It is older.")).isEqualTo(new UpdateState.Unclear("It is older."));
        assertThat(UpdateFile.checked("oops")).isInstanceOf(UpdateState.Unclear.class);
        assertThat(UpdateFile.checked("{}")).isInstanceOf(UpdateState.Unclear.class);
    }

    private static UpdateState checked(String latest, boolean newer, String notes) {
        return UpdateFile.checked("{\"current\":\"1.4.2\",\"latest\":\"%s\",\"newer\":%s,\"notes\":\"%s\"}"
                .formatted(latest, newer, notes));
    }

    private Path written(String text) throws IOException {
        return Files.writeString(folder.resolve("status.json"), text);
    }
}
