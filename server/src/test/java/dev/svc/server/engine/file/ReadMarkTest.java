package dev.svc.server.engine.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadMarkTest {
    @TempDir
    Path folder;

    private Path log;

    @BeforeEach
    void write() throws IOException {
        log = Files.writeString(folder.resolve("log"), "0123456789".repeat(1_000));
    }

    @Test
    void a_log_that_only_grew_goes_on() throws IOException {
        var mark = mark(10_000);
        Files.writeString(log, "more", StandardOpenOption.APPEND);
        assertThat(holds(mark)).isTrue();
    }

    @Test
    void a_log_that_was_cut_is_another_one() throws IOException {
        var mark = mark(10_000);
        Files.writeString(log, "0123456789".repeat(999));
        assertThat(holds(mark)).isFalse();
    }

    @Test
    void a_changed_beginning_or_a_changed_end_is_noticed() throws IOException {
        var mark = mark(10_000);
        Files.writeString(log, "X" + "0123456789".repeat(1_000).substring(1));
        assertThat(holds(mark)).isFalse();
        Files.writeString(log, "0123456789".repeat(999) + "012345678X and more");
        assertThat(holds(mark)).isFalse();
    }

    @Test
    void a_mark_survives_being_written_down() throws IOException {
        var mark = mark(1_234);
        assertThat(ReadMark.parse(mark.toString())).contains(mark);
        assertThat(ReadMark.parse("")).isEmpty();
        assertThat(ReadMark.parse("12")).isEmpty();
        assertThat(ReadMark.parse("x.y")).isEmpty();
    }

    @Test
    void nothing_read_yet_always_holds() throws IOException {
        var mark = mark(0);
        Files.writeString(log, "");
        assertThat(holds(mark)).isTrue();
    }

    private ReadMark mark(long offset) throws IOException {
        try (var channel = FileChannel.open(log)) {
            return ReadMark.at(channel, offset);
        }
    }

    private boolean holds(ReadMark mark) throws IOException {
        try (var channel = FileChannel.open(log)) {
            return mark.holds(channel);
        }
    }
}
