package dev.svc.server.engine.kimi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.engine.EngineSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KimiProviderTest {
    private static final String ID = "session_0a1b2c3d-0000-4000-8000-000000000001";

    @TempDir
    Path home;

    private KimiProvider kimi;

    @BeforeEach
    void aHomeWithoutKimi() {
        kimi = new KimiProvider(new EngineSettings(home, List.of(), home.resolve("no-such-program"), null, Map.of()));
    }

    @Test
    void it_resumes_by_id_and_asks_unless_it_is_told_not_to() {
        assertThat(kimi.launchArgv(ID, home, false).argv()).containsExactly("kimi", "-S", ID);
        assertThat(kimi.launchArgv(ID, home, true).argv()).containsExactly("kimi", "-S", ID, "--auto");
    }

    @Test
    void it_never_resumes_without_a_whole_id() {
        for (var id : List.of("", " ", "session_", ID + "\n", "--auto", ID.toUpperCase(Locale.ROOT))) {
            assertThatThrownBy(() -> kimi.launchArgv(id, home, false)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void it_starts_anew_without_an_id_because_it_mints_its_own() {
        assertThat(kimi.newLaunchArgv("new-1", home, false).argv()).containsExactly("kimi");
        assertThat(kimi.newLaunchArgv("new-1", home, true).argv()).containsExactly("kimi", "--auto");
        assertThat(kimi.supportsNew()).isTrue();
        assertThat(kimi.newSessionReconciles()).isTrue();
    }

    @Test
    void it_is_found_where_its_own_installer_puts_it() throws IOException {
        assertThat(kimi.isPresent()).isFalse();

        kimi = new KimiProvider(new EngineSettings(home, List.of(), null, null, Map.of()));
        Path binary = Files.createDirectories(home.resolve(".kimi-code/bin")).resolve("kimi");
        assertThat(Files.createFile(binary).toFile().setExecutable(true)).isTrue();

        assertThat(kimi.binary()).contains(binary);
        assertThat(kimi.launchArgv(ID, home, false).argv()).containsExactly(binary.toString(), "-S", ID);
    }

    @Test
    void a_new_session_is_recognised_also_when_its_folder_was_reached_by_a_link() throws IOException {
        Path real = Files.createDirectories(home.resolve("code/shop")).toRealPath();
        Path link = Files.createSymbolicLink(home.resolve("shop"), real);
        Files.createDirectories(home.resolve(".kimi-code"));
        var before = kimi.snapshotSessionIds(link);

        Files.writeString(
                home.resolve(".kimi-code/session_index.jsonl"),
                "{\"sessionId\":\"" + ID + "\",\"workDir\":\"" + real + "\"}\n");

        assertThat(kimi.reconcileNewSession(link, before)).containsExactly(ID);
    }
}
