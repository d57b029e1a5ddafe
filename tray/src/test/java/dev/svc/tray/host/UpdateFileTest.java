package dev.svc.tray.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.tray.menu.UpdateState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UpdateFileTest {
    @TempDir
    private Path folder;

    @Test
    void a_running_update_says_where_it_is_and_a_returned_one_why() throws IOException {
        assertThat(UpdateFile.read(written("{\"state\":\"running\",\"step\":\"build\",\"target\":\"1.4.3\"}")))
                .contains(new UpdateState.Running("1.4.3", "build"));
        assertThat(UpdateFile.read(written("{\"state\":\"returned\",\"target\":\"1.4.3\",\"reason\":\"not healthy\"}")))
                .contains(new UpdateState.Failed("1.4.3", "not healthy"));
    }

    @Test
    void a_build_says_in_words_how_far_it_is() throws IOException {
        var file = written("{\"state\":\"running\",\"step\":\"build\",\"doing\":\"building\",\"target\":\"1.4.3\"}");
        assertThat(UpdateFile.read(file)).contains(new UpdateState.Running("1.4.3", "building"));
        Files.writeString(
                folder.resolve("log"),
                "2026-11-28T20:00:00Z building\n2026-11-28T20:01:00Z svc:   2 of 5: the page (0:48)\n");
        assertThat(UpdateFile.read(file))
                .contains(new UpdateState.Running("1.4.3", "building, 2 of 5: the page (0:48)"));
    }

    @Test
    void no_file_a_damaged_one_and_a_finished_update_are_nothing_to_tell() throws IOException {
        assertThat(UpdateFile.read(folder.resolve("none"))).isEmpty();
        assertThat(UpdateFile.read(written("{"))).isEmpty();
        assertThat(UpdateFile.read(written("{\"state\":\"done\"}"))).isEmpty();
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
