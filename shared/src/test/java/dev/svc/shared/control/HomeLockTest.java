package dev.svc.shared.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HomeLockTest {
    @TempDir
    private Path folder;

    @Test
    void only_one_takes_it_and_the_file_names_the_holder() throws IOException {
        try (HomeLock held = HomeLock.tryTake(file()).orElseThrow()) {
            held.announce(8765, "1.2.3");
            assertThat(HomeLock.tryTake(file())).isEmpty();
            assertThat(HomeLock.holder(file()).orElseThrow())
                    .contains("pid=" + ProcessHandle.current().pid())
                    .contains("port=8765")
                    .contains("version=1.2.3");
        }
    }

    @Test
    void it_can_be_taken_again_after_its_release() throws IOException {
        HomeLock.tryTake(file()).orElseThrow().close();
        assertThat(HomeLock.holder(file())).isEmpty();
        try (HomeLock again = HomeLock.tryTake(file()).orElseThrow()) {
            assertThat(again).isNotNull();
        }
    }

    private Path file() {
        return folder.resolve("home/svc.lock");
    }
}
