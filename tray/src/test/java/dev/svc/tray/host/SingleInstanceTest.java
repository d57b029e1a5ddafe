package dev.svc.tray.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SingleInstanceTest {
    @TempDir
    private Path folder;

    @Test
    void the_second_tray_of_a_home_asks_the_first_to_show_itself() throws IOException {
        try (SingleInstance first = SingleInstance.tryBe(folder).orElseThrow()) {
            assertThat(first.isAskedToShow()).isFalse();
            assertThat(SingleInstance.tryBe(folder)).isEmpty();
            assertThat(first.isAskedToShow()).isTrue();
            assertThat(first.isAskedToShow()).isFalse();
        }
    }

    @Test
    void two_homes_have_a_tray_each() throws IOException {
        try (SingleInstance one = SingleInstance.tryBe(folder.resolve("one")).orElseThrow();
                SingleInstance two = SingleInstance.tryBe(folder.resolve("two")).orElseThrow()) {
            assertThat(one).isNotSameAs(two);
        }
    }
}
