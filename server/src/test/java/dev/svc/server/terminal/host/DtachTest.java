package dev.svc.server.terminal.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.shared.config.Config;
import dev.svc.shared.config.Platform;
import dev.svc.shared.config.Platform.Family;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DtachTest {
    @TempDir
    private Path folder;

    @Test
    void the_first_on_the_path_is_taken() throws IOException {
        Path one = program("one/dtach");
        program("two/dtach");
        var config = config(
                Family.LINUX,
                Map.of("PATH", folder.resolve("none") + ":" + one.getParent() + ":" + folder.resolve("two")));
        assertThat(Dtach.find(config)).contains(one);
        assertThat(Dtach.absence(config, List.of())).isEmpty();
    }

    @Test
    void a_pinned_one_is_taken_alone_and_one_that_cannot_be_run_is_a_sentence() throws IOException {
        Path path = program("one/dtach").getParent();
        Path pinned = program("mine");
        assertThat(Dtach.find(config(Family.LINUX, Map.of("PATH", "" + path, "SVC_DTACH_BIN", "" + pinned))))
                .contains(pinned);
        for (Path wrong : List.of(folder, folder.resolve("absent"), Files.createFile(folder.resolve("file")))) {
            var config = config(Family.LINUX, Map.of("PATH", "" + path, "SVC_DTACH_BIN", "" + wrong));
            assertThat(Dtach.find(config)).isEmpty();
            assertThat(Dtach.objection(config))
                    .hasValueSatisfying(sentence -> assertThat(sentence)
                            .startsWith("SVC_DTACH_BIN=" + wrong + " cannot be used")
                            .contains("remove the variable"));
        }
    }

    @Test
    void where_there_is_none_it_is_said_what_that_means_and_what_to_do() {
        var nothing = Map.of("PATH", folder.toString());
        assertThat(Dtach.objection(config(Family.LINUX, nothing))).isEmpty();
        assertThat(Dtach.absence(config(Family.LINUX, nothing), List.of()))
                .hasValueSatisfying(
                        sentence -> assertThat(sentence).contains("end when svc ends", "apt install dtach"));
        assertThat(Dtach.absence(config(Family.WINDOWS, nothing), List.of()))
                .hasValueSatisfying(sentence ->
                        assertThat(sentence).contains("end when svc ends").doesNotContain("apt"));
    }

    private Path program(String name) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    private Config config(Family family, Map<String, String> environment) {
        var all = new java.util.HashMap<>(environment);
        all.put("SVC_HOME", folder.resolve("home").toString());
        return Config.load(new Platform(family, folder, all), null);
    }
}
