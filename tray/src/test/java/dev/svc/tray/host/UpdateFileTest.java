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
    void no_file_a_damaged_one_and_a_finished_update_are_nothing_to_tell() throws IOException {
        assertThat(UpdateFile.read(folder.resolve("none"))).isEmpty();
        assertThat(UpdateFile.read(written("{"))).isEmpty();
        assertThat(UpdateFile.read(written("{\"state\":\"done\"}"))).isEmpty();
    }

    @Test
    void a_check_finds_something_newer_the_newest_or_a_reason() {
        assertThat(UpdateFile.checked("1.4.2 is installed, the channel stable offers 1.4.3."))
                .isEqualTo(new UpdateState.Available("1.4.3"));
        assertThat(UpdateFile.checked("1.4.2 is installed, the channel stable offers 1.4.2. That is the newest."))
                .isEqualTo(new UpdateState.Current("1.4.2"));
        assertThat(UpdateFile.checked("1.4.2 is installed, the channel main offers 1.4.1. It is older."))
                .isEqualTo(new UpdateState.Unclear("It is older."));
        assertThat(UpdateFile.checked("oops")).isInstanceOf(UpdateState.Unclear.class);
    }

    private Path written(String text) throws IOException {
        return Files.writeString(folder.resolve("status.json"), text);
    }
}
