package dev.svc.shared.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.shared.config.Home;
import dev.svc.shared.live.LiveSession.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LiveFileTest {
    private static final Instant AT = Instant.parse("2026-11-21T10:00:00Z");

    @TempDir
    private Path folder;

    @Test
    void what_is_written_is_read_and_belongs_to_its_owner() throws IOException {
        var live = new Live(
                List.of(new LiveSession(
                        "engine_1:a",
                        "Title \"quoted\"",
                        "ledger",
                        Status.WAITING,
                        AT,
                        "Go on?",
                        new LiveSession.Outside("tmux main:2.1", "tmux", "main:2.1", true, false, true))),
                List.of(new Entry(7, AT, "renamed", "Title", "admin")),
                new LiveFleet(
                        List.of(
                                new LiveFleet.LiveHost("build1", true, null),
                                new LiveFleet.LiveHost("build2", false, AT),
                                new LiveFleet.LiveHost("laptop", false, null)),
                        "the broker does not answer"));
        file().write(live);
        assertThat(file().read()).isEqualTo(live);
        assertThat(live.waiting()).hasSize(1);
        assertThat(Files.getPosixFilePermissions(folder.resolve("live.json")))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "[",
                "{\"sessions\":[{\"status\":\"dancing\"}]}",
                "{\"entries\":[{\"at\":1}]}",
                "{\"fleet\":{\"hosts\":[{\"last_seen\":\"soon\"}]}}"
            })
    void what_cannot_be_understood_is_nothing(String text) throws IOException {
        Files.writeString(folder.resolve("live.json"), text);
        assertThat(file().read()).isEqualTo(Live.NONE);
    }

    private LiveFile file() {
        return LiveFile.of(new Home(folder, folder));
    }
}
