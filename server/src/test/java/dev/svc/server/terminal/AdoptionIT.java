package dev.svc.server.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AdoptionIT {
    /// Writes its session at the first prompt and no sooner.
    private static final String WRITES_AT_PROMPT =
            "stty -echo; echo up; while read -r id; do echo x >$id.session; echo \"made $id\"; done";

    /// Keeps the file of its session open.
    private static final String HOLDS_OPEN =
            "stty -echo; echo up; read -r id; exec 7>$id.session; echo \"made $id\"; cat";

    @TempDir
    Path temp;

    House house;

    @BeforeEach
    void build() throws IOException {
        house = new House(temp);
        house.minting.script = WRITES_AT_PROMPT;
    }

    @AfterEach
    void tearDown() {
        house.close();
    }

    @Test
    void a_placeholder_becomes_the_session_that_its_program_writes_whenever_that_is() throws IOException {
        Files.writeString(house.folder.resolve("older.session"), "");
        var placeholder = House.placeholder();
        var viewer = open(placeholder);
        prompt(viewer, "real");

        assertThat(House.await(viewer, Output.Adopted.class).session()).isEqualTo(real("real"));
        assertThat(house.told).contains("adopted " + placeholder + " " + real("real"));
        assertThat(house.terminals.isLive(real("real"))).isTrue();
        assertThat(house.terminals.count()).isEqualTo(1);
    }

    @Test
    void a_session_that_is_found_when_its_program_has_ended_is_none_that_runs() throws IOException {
        house.minting.script = "stty -echo; echo up; read -r id; echo x >$id.session";
        var placeholder = House.placeholder();
        var viewer = open(placeholder);
        viewer.write("brief\n".getBytes(UTF_8));
        House.await(viewer, Output.Ended.class);
        Waiting.until(() -> house.terminals.nameless() == 0);

        assertThat(house.told).contains("adopted " + placeholder + " " + real("brief"));
        assertThat(house.terminals.count()).isZero();
        assertThat(house.told.lastIndexOf("off " + real("brief"))).isNotNegative();
        assertThat(temp.resolve("locks").toFile().list()).containsExactly("guard");
    }

    @Test
    void after_adoption_both_ids_lead_to_the_same_program_and_the_same_bytes() throws IOException {
        var placeholder = House.placeholder();
        var viewer = open(placeholder);
        prompt(viewer, "real");
        House.await(viewer, Output.Adopted.class);
        assertThat(house.aliases).containsKey(placeholder);

        var byAlias = house.terminals.open(house.from(placeholder, 0, "other"));
        var byId = house.terminals.open(house.from(real("real"), 0, "third"));

        assertThat(House.readUntil(byAlias, "made real")).isEqualTo(House.readUntil(byId, "made real"));
        assertThat(house.terminals.count()).isEqualTo(1);
    }

    @Test
    void two_launches_in_one_folder_are_told_apart_by_the_files_they_hold_open() throws IOException {
        house.minting.script = HOLDS_OPEN;
        var first = open(House.placeholder());
        var second = open(House.placeholder());
        prompt(second, "of-second");
        prompt(first, "of-first");

        assertThat(House.await(first, Output.Adopted.class).session()).isEqualTo(real("of-first"));
        assertThat(House.await(second, Output.Adopted.class).session()).isEqualTo(real("of-second"));
    }

    @Test
    void what_could_be_either_ones_is_adopted_by_neither() throws IOException {
        var first = House.placeholder();
        var second = House.placeholder();
        var one = open(first);
        var two = open(second);
        prompt(one, "whose");
        prompt(two, "made-by-two");

        two.write(new byte[] {4});
        House.await(two, Output.Ended.class);
        Waiting.until(() -> house.terminals.nameless() == 1);
        prompt(one, "later");

        House.await(one, Output.Adopted.class);
        assertThat(house.told).contains("adopted " + first + " " + real("later"));
        assertThat(house.told).noneMatch(event -> event.startsWith("adopted " + second));
    }

    @Test
    void adoption_happens_after_a_restart_too() throws IOException {
        var placeholder = House.placeholder();
        var viewer = open(placeholder);
        house.abandon();

        try (var next = new House(temp)) {
            assertThat(next.terminals.recover()).isEqualTo(1);
            var again = next.terminals.open(next.from(placeholder, 0, "tab"));
            assertThat(viewer.next()).isNull();
            again.write("real\n".getBytes(UTF_8));

            assertThat(House.await(again, Output.Adopted.class).session()).isEqualTo(real("real"));
        }
    }

    @Test
    void an_adopted_session_is_found_under_its_real_id_after_a_restart() throws IOException {
        var viewer = open(House.placeholder());
        prompt(viewer, "real");
        House.await(viewer, Output.Adopted.class);
        Waiting.until(() -> house.told.stream().anyMatch(event -> event.startsWith("adopted")));
        house.abandon();

        try (var next = new House(temp)) {
            assertThat(next.terminals.recover()).isEqualTo(1);
            assertThat(House.readUntil(next.terminals.open(next.from(real("real"), 0, "tab")), "made real"))
                    .startsWith("up\r\n");
        }
    }

    private Viewer open(SessionId placeholder) throws IOException {
        var viewer = house.terminals.open(house.fresh(placeholder));
        House.readUntil(viewer, "up\r\n");
        return viewer;
    }

    private static void prompt(Viewer viewer, String text) throws IOException {
        viewer.write((text + "\n").getBytes(UTF_8));
        House.readUntil(viewer, "made " + text);
    }

    private static SessionId real(String nativeId) {
        return new SessionId(EngineKey.CODEX, nativeId);
    }
}
