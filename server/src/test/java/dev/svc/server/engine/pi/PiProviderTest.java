package dev.svc.server.engine.pi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.StoreFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PiProviderTest {
    private static final String ID = "01a20517-e7df-73f5-8fba-c9ff55a43b7f";

    @TempDir
    Path home;

    private PiProvider pi;

    @BeforeEach
    void aHomeWithoutPi() throws IOException {
        home = home.toRealPath();
        pi = provider(null, Map.of());
    }

    private PiProvider provider(@Nullable Path store, Map<String, String> environment) {
        return new PiProvider(new EngineSettings(home, List.of(), home.resolve("no-such-program"), store, environment));
    }

    private static void session(Path folder, String id, String cwd, String text) throws IOException {
        Files.writeString(
                Files.createDirectories(folder).resolve("2026-11-22T21-09-42-498Z_" + id + ".jsonl"),
                """
                {"type":"session","version":3,"id":"%s","timestamp":"2026-11-22T21:09:42.498Z","cwd":"%s"}
                {"type":"message","id":"a","parentId":null,"timestamp":"2026-11-22T21:09:43.000Z","message":{"role":"user","content":"%s"}}
                """.formatted(id, cwd, text));
    }

    @Test
    void it_resumes_by_id_and_never_asks_whatever_it_is_told() {
        assertThat(pi.launchArgv(ID, home, false).argv()).containsExactly("pi", "--session", ID);
        assertThat(pi.launchArgv(ID, home, true).argv()).containsExactly("pi", "--session", ID);
    }

    @Test
    void a_new_session_has_the_id_that_was_chosen_for_it() {
        assertThat(pi.newLaunchArgv(ID, home, false).argv()).containsExactly("pi", "--session-id", ID);
        assertThat(pi.supportsNew()).isTrue();
        assertThat(pi.newSessionReconciles()).isFalse();
    }

    @Test
    void an_id_is_never_an_option_a_path_or_a_file() {
        for (var id : List.of("", " ", "-p", "--mode", ".", "..", "a.", "a/b", "a b", ID + "\n", "x".repeat(201))) {
            assertThatThrownBy(() -> pi.launchArgv(id, home, false)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void a_prompt_is_no_option_no_file_and_no_subcommand() {
        for (var prompt : List.of("--print", "@/etc/passwd", "update")) {
            assertThat(pi.newLaunchArgv(ID, home, false, prompt).argv().getLast())
                    .isEqualTo(" " + prompt);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/home/frankie/code/kiosk, --home-frankie-code-kiosk--",
        "/home/frankie/notes/reading list, --home-frankie-notes-reading list--",
        "/home/frankie/code/日記帳, --home-frankie-code-日記帳--",
        "/srv/a:b\\c, --srv-a-b-c--",
        "/, ----"
    })
    void a_folder_of_sessions_has_the_name_that_the_program_gives_it(String cwd, String name) {
        assertThat(PiPlace.folderName(cwd)).isEqualTo(name);
    }

    @Test
    void the_sessions_of_a_folder_are_known_also_when_it_was_reached_by_a_link() throws IOException {
        Path real = Files.createDirectories(home.resolve("code/shop")).toRealPath();
        Path link = Files.createSymbolicLink(home.resolve("shop"), real);
        session(
                home.resolve(".pi/agent/sessions").resolve(PiPlace.folderName(real.toString())),
                ID,
                real.toString(),
                "Hello");
        assertThat(pi.snapshotSessionIds(link)).containsExactly(ID);
        assertThat(pi.snapshotSessionIds(real)).containsExactly(ID);
        assertThat(pi.snapshotSessionIds(home.resolve("gone"))).isEmpty();
    }

    @Test
    void the_program_finds_the_store_that_was_chosen_for_svc() {
        var chosen = home.resolve("elsewhere");
        assertThat(provider(chosen, Map.of()).launchEnvironment(false))
                .containsExactly(Map.entry("PI_CODING_AGENT_DIR", chosen.toString()));
        assertThat(provider(chosen, Map.of()).store().location()).isEqualTo(chosen.resolve("sessions"));
        assertThat(pi.launchEnvironment(false)).isEmpty();
    }

    @Test
    void variables_and_settings_move_the_sessions_as_they_do_for_the_program() throws IOException {
        var agent = Files.createDirectories(home.resolve("agent"));
        var environment = Map.of("PI_CODING_AGENT_DIR", agent.toString());
        assertThat(provider(null, environment).store().location()).isEqualTo(agent.resolve("sessions"));

        Files.writeString(agent.resolve("settings.json"), "{\"sessionDir\":\"~/talks\"}");
        assertThat(provider(null, environment).store().location()).isEqualTo(home.resolve("talks"));

        Files.writeString(agent.resolve("settings.json"), "{\"sessionDir\":\"./here\"}");
        assertThat(provider(null, environment).store().location()).isEqualTo(agent.resolve("sessions"));

        var moved = Map.of(
                "PI_CODING_AGENT_DIR", agent.toString(), "PI_CODING_AGENT_SESSION_DIR", home.resolve("all") + "");
        assertThat(provider(null, moved).store().location()).isEqualTo(home.resolve("all"));
        assertThat(provider(null, moved)
                        .at(home.resolve("kept"))
                        .orElseThrow()
                        .store()
                        .location())
                .isEqualTo(home.resolve("kept/sessions"));
    }

    @Test
    void sessions_that_a_person_keeps_in_one_folder_are_found_there() throws IOException {
        var all = home.resolve("all");
        session(all, ID, "/srv/shop", "Hello");
        var moved = provider(null, Map.of("PI_CODING_AGENT_SESSION_DIR", all.toString()));
        assertThat(StoreFixture.row(moved.store(), ID).cwd()).isEqualTo("/srv/shop");
        assertThat(moved.turns().index(ID, Optional.empty()).count()).isEqualTo(1);
    }

    @Test
    void of_one_name_in_two_folders_the_session_that_was_written_last_is_the_one() throws IOException {
        var sessions = home.resolve(".pi/agent/sessions");
        session(sessions.resolve("--srv-a--"), "review", "/srv/a", "Here");
        session(sessions.resolve("--srv-b--"), "review", "/srv/b", "There, at more length");
        Files.setLastModifiedTime(
                sessions.resolve("--srv-a--/2026-11-22T21-09-42-498Z_review.jsonl"),
                FileTime.from(Instant.parse("2026-11-22T21:09:43Z")));
        assertThat(StoreFixture.rows(pi.store())).hasSize(1);
        var row = StoreFixture.row(pi.store(), "review");
        assertThat(row.cwd()).isEqualTo("/srv/b");
        var index = pi.turns().index("review", Optional.empty());
        assertThat(pi.turns().read("review", index, 0, 1).getFirst().text()).isEqualTo("There, at more length");
    }
}
