package dev.svc.server.engine.opencode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.StoreCopy;
import dev.svc.server.engine.ask.LineWay;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpencodeProviderTest {
    private static final String ID = "ses_e024c3539ffeIYCfiCFDh7cTcu";

    @TempDir
    Path home;

    /// An empty folder, so that programs installed on this machine are not found.
    private @Nullable Path pinned = Path.of("/nowhere/opencode");

    @Test
    void the_store_is_where_the_program_would_put_it() {
        assertThat(location(Map.of())).isEqualTo(home.resolve(".local/share/opencode/opencode.db"));
        assertThat(location(Map.of("XDG_DATA_HOME", "/data"))).isEqualTo(Path.of("/data/opencode/opencode.db"));
        assertThat(location(Map.of("OPENCODE_DB", "/else/where.db"))).isEqualTo(Path.of("/else/where.db"));
        assertThat(location(Map.of("XDG_DATA_HOME", "/data", "OPENCODE_DB", "other.db")))
                .isEqualTo(Path.of("/data/opencode/other.db"));
        assertThat(location(Map.of("OPENCODE_DB", ":memory:")))
                .isEqualTo(home.resolve(".local/share/opencode/opencode.db"));
    }

    @Test
    void a_store_chosen_for_svc_wins_and_is_handed_on_to_the_program() {
        var chosen = home.resolve("mine.db");
        var provider = provider(chosen, Map.of("OPENCODE_DB", "/else/where.db"));
        assertThat(provider.store().location()).isEqualTo(chosen);
        assertThat(provider.launchArgv(ID, home, false).environment()).containsEntry("OPENCODE_DB", chosen.toString());
        assertThat(provider(null, Map.of()).launchArgv(ID, home, false).environment())
                .isEmpty();
    }

    @Test
    void sessions_are_resumed_and_started_in_their_folder() {
        var provider = provider(null, Map.of());
        var folder = Path.of("/home/blair/notes/daily log");
        assertThat(provider.launchArgv(ID, folder, false).argv())
                .containsExactly("opencode", folder.toString(), "--session", ID);
        assertThat(provider.launchArgv(ID, folder, true).argv())
                .containsExactly("opencode", folder.toString(), "--session", ID, "--auto");
        assertThat(provider.newLaunchArgv("new-x", folder, true).argv())
                .containsExactly("opencode", folder.toString(), "--auto");
        assertThat(provider.newSessionReconciles()).isTrue();
    }

    @Test
    void it_is_asked_and_answered_over_a_line() {
        assertThat(provider(null, Map.of()).asks()).containsInstanceOf(LineWay.class);
    }

    @Test
    void what_is_no_id_is_never_started() {
        for (String bad : List.of("", "--auto", "ses_1", ID + "x", ID.replace('e', 'E'))) {
            assertThatThrownBy(() -> provider(null, Map.of()).launchArgv(bad, home, false))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void the_installers_own_folder_is_searched() throws IOException {
        var binary = home.resolve(".opencode/bin/opencode");
        Files.createDirectories(binary.resolve(".."));
        Files.writeString(binary, "#!/bin/sh\n");
        assertThat(binary.toFile().setExecutable(true)).isTrue();
        pinned = null;
        assertThat(provider(null, Map.of()).binary()).contains(binary);
    }

    @Test
    void a_session_that_appears_in_the_folder_is_found_and_sub_agents_are_not() throws Exception {
        var file = home.resolve("opencode.db");
        StoreCopy.plant(StoreCopy.fixture("opencode/main"), home);
        var provider = provider(file, Map.of());
        var folder = Path.of("/home/blair/code/shop");
        var snapshot = provider.snapshotSessionIds(folder);
        assertThat(snapshot).hasSize(5).contains(ID);
        insert(file, "ses_0000000000aaNew00000000001", null);
        insert(file, "ses_0000000000abChild000000001", ID);
        assertThat(provider.reconcileNewSession(folder, snapshot)).isEqualTo(Set.of("ses_0000000000aaNew00000000001"));
    }

    @Test
    void a_folder_reached_through_a_link_is_the_same_folder() throws Exception {
        var file = home.resolve("opencode.db");
        StoreCopy.plant(StoreCopy.fixture("opencode/main"), home);
        var real = Files.createDirectory(home.resolve("real")).toRealPath();
        var link = Files.createSymbolicLink(home.resolve("link"), real);
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                var statement = connection.prepareStatement("UPDATE session SET directory = ? WHERE id = ?")) {
            statement.setString(1, real.toString());
            statement.setString(2, ID);
            statement.executeUpdate();
        }
        assertThat(provider(file, Map.of()).snapshotSessionIds(link)).containsExactly(ID);
    }

    @Test
    void a_store_that_cannot_be_read_fails_the_snapshot_instead_of_emptying_it() throws IOException {
        var file = Files.writeString(home.resolve("opencode.db"), "no database");
        assertThatThrownBy(() -> provider(file, Map.of()).snapshotSessionIds(home))
                .isInstanceOf(UncheckedIOException.class);
    }

    private static void insert(Path file, String id, @Nullable String parent) throws SQLException {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                var statement = connection.prepareStatement("INSERT INTO session"
                        + " (id, project_id, parent_id, slug, directory, title, version, time_created, time_updated)"
                        + " VALUES (?, 'global', ?, 's', '/home/blair/code/shop', 't', '1', 1, 1)")) {
            statement.setString(1, id);
            statement.setString(2, parent);
            statement.executeUpdate();
        }
    }

    private Path location(Map<String, String> environment) {
        return provider(null, environment).store().location();
    }

    private OpencodeProvider provider(@Nullable Path chosen, Map<String, String> environment) {
        return new OpencodeProvider(new EngineSettings(home, List.of(), pinned, chosen, environment));
    }
}
