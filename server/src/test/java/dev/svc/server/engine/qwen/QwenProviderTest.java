package dev.svc.server.engine.qwen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.engine.EngineSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QwenProviderTest {
    private static final String ID = "2cd82e5a-4549-4008-9773-2fb17d70c342";

    @TempDir
    Path home;

    private QwenProvider qwen;

    @BeforeEach
    void aHomeWithoutQwen() throws IOException {
        home = home.toRealPath();
        qwen = new QwenProvider(new EngineSettings(home, List.of(), home.resolve("no-such-program"), null, Map.of()));
    }

    @Test
    void it_resumes_by_id_and_asks_unless_it_is_told_not_to() {
        assertThat(qwen.launchArgv(ID, home, false).argv()).containsExactly("qwen", "--resume", ID);
        assertThat(qwen.launchArgv(ID, home, true).argv()).containsExactly("qwen", "--resume", ID, "--yolo");
    }

    @Test
    void a_new_session_has_the_id_that_it_is_given() {
        assertThat(qwen.newLaunchArgv(ID, home, false).argv()).containsExactly("qwen", "--session-id", ID);
        assertThat(qwen.newSessionReconciles()).isFalse();
    }

    @Test
    void it_never_resumes_without_a_whole_id() {
        for (var id : List.of("", " ", ID.substring(1), ID + "\n", "--yolo", ID + "/../x", "latest")) {
            assertThatThrownBy(() -> qwen.launchArgv(id, home, false)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void a_session_that_the_program_has_put_away_is_not_resumed() throws IOException {
        var chats = Files.createDirectories(home.resolve(".qwen/projects/-srv-shop/chats"));
        Files.writeString(chats.resolve(ID + ".jsonl"), "{}\n");
        assertThat(qwen.objection(ID)).isEmpty();

        Files.createDirectories(chats.resolve("archive"));
        Files.move(chats.resolve(ID + ".jsonl"), chats.resolve("archive").resolve(ID + ".jsonl"));

        assertThat(qwen.objection(ID)).get().asString().contains("unarchived");
    }

    @Test
    void a_new_session_is_recognised_also_when_its_folder_was_reached_by_a_link() throws IOException {
        var real = Files.createDirectories(home.resolve("code/shop"));
        var link = Files.createSymbolicLink(home.resolve("shop"), real);
        var before = qwen.snapshotSessionIds(link);
        chat(real.toString(), ID);

        assertThat(qwen.reconcileNewSession(link, before)).containsExactly(ID);
    }

    @Test
    void of_two_folders_whose_names_become_the_same_each_has_its_own_sessions() throws IOException {
        var other = "3cd82e5a-4549-4008-9773-2fb17d70c342";
        chat("/srv/日記", ID);
        chat("/srv/帳簿", other);

        assertThat(qwen.snapshotSessionIds(Path.of("/srv/日記"))).containsExactly(ID);
        assertThat(qwen.snapshotSessionIds(Path.of("/srv/帳簿"))).containsExactly(other);
        assertThat(qwen.snapshotSessionIds(Path.of("/srv/--"))).isEmpty();
    }

    private void chat(String cwd, String id) throws IOException {
        var chats =
                home.resolve(".qwen/projects").resolve(QwenHome.folderName(cwd)).resolve("chats");
        Files.createDirectories(chats);
        Files.writeString(
                chats.resolve(id + ".jsonl"),
                "{\"type\":\"user\",\"cwd\":\"" + cwd + "\",\"sessionId\":\"" + id + "\"}\n");
    }

    @Test
    void a_store_can_be_moved_by_svc_or_by_the_program_and_the_program_follows() {
        var moved = with(null, Map.of("QWEN_HOME", "/data/qwen"));
        var apart = with(null, Map.of("QWEN_HOME", "/data/qwen", "QWEN_RUNTIME_DIR", "/data/runs"));
        var chosen = with(Path.of("/srv/qwen"), Map.of("QWEN_HOME", "/data/qwen"));

        assertThat(moved.store().location()).isEqualTo(Path.of("/data/qwen/projects"));
        assertThat(apart.store().location()).isEqualTo(Path.of("/data/runs/projects"));
        assertThat(moved.newLaunchArgv(ID, home, false).environment()).isEmpty();
        assertThat(chosen.store().location()).isEqualTo(Path.of("/srv/qwen/projects"));
        assertThat(chosen.newLaunchArgv(ID, home, false).environment())
                .containsExactly(Map.entry("QWEN_RUNTIME_DIR", "/srv/qwen"));
    }

    private QwenProvider with(@org.jspecify.annotations.Nullable Path store, Map<String, String> environment) {
        return new QwenProvider(
                new EngineSettings(home, List.of(), home.resolve("no-such-program"), store, environment));
    }

    @Test
    void what_is_kept_elsewhere_has_nothing_in_the_persons_own_folder() {
        var kept = qwen.at(Path.of("/srv/kept")).orElseThrow().originals().orElseThrow();

        assertThat(kept.place("projects/-srv-shop/chats/" + ID + ".jsonl"))
                .contains(Path.of("/srv/kept/projects/-srv-shop/chats/" + ID + ".jsonl"));
        assertThat(kept.place("file-history/" + ID + "/a@v1"))
                .contains(Path.of("/srv/kept/file-history/" + ID + "/a@v1"));
        assertThat(kept.place("file-history/../../x")).isEmpty();
        assertThat(kept.place("settings.json")).isEmpty();
    }
}
