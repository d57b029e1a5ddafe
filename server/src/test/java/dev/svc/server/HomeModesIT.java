package dev.svc.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Others may do nothing with the files of a service, whatever the umask was.
class HomeModesIT {
    @TempDir
    private Path folder;

    private Path home = Path.of("");

    @BeforeEach
    void a_home_that_was_there_before() throws IOException {
        home = Files.createDirectory(folder.resolve("home"));
        Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Test
    void under_an_umask_that_forbids_nothing_everything_is_its_owners_alone() throws Exception {
        serveAndChange("000");
        assertThat(openToOthers()).isEmpty();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home)))
                .isEqualTo("rwxr-xr-x");
    }

    @Test
    void what_an_older_svc_left_open_is_closed_by_the_next_start() throws Exception {
        serveAndChange("022");
        Path stranger = Files.writeString(home.resolve("notes.txt"), "no file of svc");
        Path outside = Files.writeString(folder.resolve("outside"), "reached by a link");
        Files.createSymbolicLink(home.resolve("journal/current/link"), outside);
        Files.writeString(
                Files.createDirectories(home.resolve("cache/old")).resolve("part"), "copied without its modes");
        open(stranger, outside, home.resolve("journal"), home.resolve("cache"), home.resolve("metadata.json"));
        serveAndChange("022");
        assertThat(openToOthers()).isEqualTo(List.of(stranger));
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(outside)))
                .isEqualTo("rw-rw-rw-");
    }

    /// The service is started twice, so that files that it replaces exist in their second generation.
    private void serveAndChange(String umask) throws Exception {
        for (int i = 0; i < 2; i++) {
            try (var svc = Started.svcUnder(umask, folder, environment(), "serve")) {
                svc.address();
                assertThat(openToOthers()).isSubsetOf(List.of(home.resolve("notes.txt")));
                svc.process().destroy();
                svc.exitCode();
            }
            Path export = Files.writeString(
                    folder.resolve("export.jsonl"),
                    "{\"seq\":1,\"id\":\"%s\",\"at\":\"2026-11-21T12:00:00.000Z\",\"v\":1,\"type\":\"favourited\",\"subject\":\"engine_2:%s\",\"data\":null,\"before\":null,\"actor\":{\"name\":\"admin\"}}\n"
                            .formatted(java.util.UUID.randomUUID(), java.util.UUID.randomUUID()));
            try (var imported =
                    Started.svcUnder(umask, folder, environment(), "journal", "import", export.toString())) {
                assertThat(imported.exitCode()).as(imported.err()).isZero();
            }
        }
    }

    private Map<String, String> environment() {
        var environment = new HashMap<String, String>();
        environment.put("SVC_HOME", home.toString());
        environment.put("SVC_PORT", "0");
        environment.put("SVC_WEB_DIST", page().toString());
        return environment;
    }

    private Path page() {
        try {
            Path page = Files.createDirectories(folder.resolve("page"));
            Files.writeString(page.resolve("index.html"), "<!doctype html>");
            return page;
        } catch (IOException impossible) {
            throw new java.io.UncheckedIOException(impossible);
        }
    }

    private List<Path> openToOthers() throws IOException {
        var open = new ArrayList<Path>();
        try (var entries = Files.walk(home)) {
            for (Path entry : entries.filter(it -> !it.equals(home) && !Files.isSymbolicLink(it))
                    .toList()) {
                String mode =
                        PosixFilePermissions.toString(Files.getPosixFilePermissions(entry, LinkOption.NOFOLLOW_LINKS));
                if (!mode.endsWith("------")) {
                    open.add(entry);
                }
            }
        }
        return open;
    }

    private static void open(Path... trees) throws IOException {
        for (Path tree : trees) {
            try (var entries = Files.walk(tree)) {
                for (Path entry :
                        entries.filter(it -> !Files.isSymbolicLink(it)).toList()) {
                    Files.setPosixFilePermissions(
                            entry,
                            PosixFilePermissions.fromString(Files.isDirectory(entry) ? "rwxrwxrwx" : "rw-rw-rw-"));
                }
            }
        }
    }
}
