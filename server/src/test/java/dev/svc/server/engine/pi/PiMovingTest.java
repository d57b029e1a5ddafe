package dev.svc.server.engine.pi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.engine.StoreFixture;
import dev.svc.server.engine.move.FolderMap;
import dev.svc.server.engine.move.Moving;
import dev.svc.server.engine.move.UnmovableException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PiMovingTest {
    private static final String NAME = "sessions/--home-ann-shop--/2026-11-22T21-09-42-498Z_a.jsonl";

    @TempDir
    Path home;

    private Moving moving(String... folders) throws IOException {
        return new PiProvider(StoreFixture.settings(home))
                .originals()
                .orElseThrow()
                .moving("/home/ann/shop", FolderMap.parse(List.of(folders)), (_, _) -> false)
                .orElseThrow();
    }

    private static String written(Moving moving, String text) throws IOException {
        var out = new ByteArrayOutputStream();
        moving.write(NAME, to -> to.write(text.getBytes(UTF_8)), out);
        return out.toString(UTF_8);
    }

    @Test
    void the_folder_and_the_first_line_say_where_the_session_works_now() throws IOException {
        var moving = moving("/home/ann=/srv/a b");
        assertThat(moving.name(NAME)).isEqualTo("sessions/--srv-a b-shop--/2026-11-22T21-09-42-498Z_a.jsonl");
        assertThat(written(
                        moving, "{\"type\":\"session\",\"cwd\":\"/home/ann/shop\"}\n{\"text\":\"/home/ann/shop\"}\n"))
                .isEqualTo("{\"type\":\"session\",\"cwd\":\"/srv/a b/shop\"}\n{\"text\":\"/home/ann/shop\"}\n");
    }

    @Test
    void a_fork_names_the_file_that_it_was_forked_from_where_that_lies_now() throws IOException {
        var moving = moving("/home/ann=/srv/ann");
        assertThat(written(moving, "{\"parentSession\":\"/home/ann/.pi/agent/sessions/--home-ann-shop--/x.jsonl\"}"))
                .isEqualTo("{\"parentSession\":\"%s/--srv-ann-shop--/x.jsonl\"}"
                        .formatted(home.resolve(".pi/agent/sessions")));
        assertThat(written(moving, "{\"parentSession\":\"/home/ann/talks/x.jsonl\"}"))
                .isEqualTo("{\"parentSession\":\"/srv/ann/talks/x.jsonl\"}");
    }

    @Test
    void sessions_that_all_lie_in_one_folder_stay_in_it() throws IOException {
        assertThat(moving("/home=/srv").name("sessions/x.jsonl")).isEqualTo("sessions/x.jsonl");
    }

    @Test
    void a_folder_too_long_for_a_name_is_refused_with_a_sentence() {
        var far = "/srv/" + "x".repeat(300);
        assertThatThrownBy(() -> moving("/home=" + far))
                .isInstanceOf(UnmovableException.class)
                .hasMessageEndingWith("choose a shorter one.");
    }
}
