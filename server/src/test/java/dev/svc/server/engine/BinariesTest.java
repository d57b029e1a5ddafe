package dev.svc.server.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BinariesTest {
    /// A name that no machine has, so that the system's own folders never answer.
    private static final String NAME = "svc-test-program";

    @TempDir
    Path folder;

    @Test
    void a_pinned_program_is_the_only_one_looked_at() throws IOException {
        program("path/" + NAME);
        var pinned = program("pinned/other-name");
        assertThat(find(pinned, folder.resolve("path"))).contains(pinned);
        assertThat(find(folder.resolve("gone"), folder.resolve("path"))).isEmpty();
    }

    @Test
    void path_comes_before_the_known_folders_and_own_folders_before_the_general_ones() throws IOException {
        var general = program("home/.local/bin/" + NAME);
        assertThat(find(null)).contains(general);
        var own = program("home/.own/" + NAME);
        assertThat(find(null)).contains(own);
        var onPath = program("path/" + NAME);
        assertThat(find(null, folder.resolve("empty"), folder.resolve("path"))).contains(onPath);
    }

    @Test
    void the_newest_node_version_is_asked_first() throws IOException {
        program("home/.nvm/versions/node/v9.11.2/bin/" + NAME);
        var newest = program("home/.nvm/versions/node/v22.1.0/bin/" + NAME);
        program("home/.nvm/versions/node/v20.20.2/bin/" + NAME);
        assertThat(find(null)).contains(newest);
    }

    @Test
    void a_link_to_a_program_counts_but_a_folder_or_a_plain_file_does_not() throws IOException {
        Files.createDirectories(folder.resolve("path").resolve(NAME));
        assertThat(find(null, folder.resolve("path"))).isEmpty();
        var plain = folder.resolve("plain").resolve(NAME);
        Files.createDirectories(plain.getParent());
        Files.writeString(plain, "no program");
        assertThat(find(null, folder.resolve("plain"))).isEmpty();
        var target = program("versions/1.0");
        var link = Files.createDirectories(folder.resolve("links")).resolve(NAME);
        Files.createSymbolicLink(link, target);
        assertThat(find(null, folder.resolve("links"))).contains(link);
    }

    private java.util.Optional<Path> find(@Nullable Path pinned, Path... searchPath) {
        var settings = new EngineSettings(folder.resolve("home"), List.of(searchPath), pinned, null, Map.of());
        return Binaries.find(settings, NAME, List.of(".own"));
    }

    private Path program(String name) throws IOException {
        var file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n");
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file;
    }
}
