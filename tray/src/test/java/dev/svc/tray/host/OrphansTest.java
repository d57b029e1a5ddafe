package dev.svc.tray.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OrphansTest {
    @TempDir
    private Path folder;

    @Test
    void a_program_counts_while_it_and_its_keeper_live() throws Exception {
        long here = ProcessHandle.current().pid();
        Process ended = new ProcessBuilder("true").start();
        assertThat(Waiting.exitCode(ended)).isZero();
        write("a.pid", here + " " + here + "\ngo\n");
        write("b.pid", here + " " + here + "\n");
        write("c.pid", here + " " + ended.pid() + "\ngo\n");
        assertThat(Orphans.count(folder)).isEqualTo(2);
    }

    @Test
    void what_is_not_whole_or_not_there_counts_for_nothing() throws IOException {
        write("a.pid", "12");
        write("b.pid", "12 13 and much more than a launcher ever writes down there\n");
        write("c.exit", "0");
        assertThat(Orphans.count(folder)).isZero();
        assertThat(Orphans.count(folder.resolve("none"))).isZero();
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }
}
