package dev.svc.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.engine.change.Deed;
import dev.svc.server.engine.change.Edit;
import dev.svc.server.engine.change.Was;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The route that says what a session changed. The rig holds every answer against the contract.
class ChangesApiIT {
    private static final String CHANGES = "/api/sessions/engine_2:one/changes";
    private static final Instant AT = Instant.parse("2026-11-21T10:00:00Z");

    @TempDir
    private Path folder;

    private ApiRig rig;

    @BeforeEach
    void a_session_that_edited() throws Exception {
        ApiRig.session(folder, "one", "Fix the cart", 1);
        rig = new ApiRig(folder);
        rig.talk.say(4);
        rig.talk.edits.add(
                new Edit(1, AT, new Deed.Wrote("src/a.txt", Was.of("one\r\ntwo"), "one\r\n\u202etwo\u0007\n")));
        rig.talk.edits.add(new Edit(2, null, new Deed.Ran("rm \u001b[31mx")));
    }

    @AfterEach
    void stop() {
        rig.close();
    }

    @Test
    void the_net_diff_comes_with_turns_and_numbers_and_nothing_that_acts_on_a_screen() throws Exception {
        var body = rig.get(CHANGES).body();
        assertThat(body.path("recorded").asBoolean()).isTrue();
        var file = body.at("/files/0");
        assertThat(file.path("status").asText()).isEqualTo("modified");
        assertThat(file.path("path").asText()).endsWith("src/a.txt");
        assertThat(file.at("/hunks/0/turn").asInt()).isEqualTo(1);
        assertThat(file.at("/hunks/0/at").asText()).startsWith("2026-11-21T10:00:00");
        assertThat(file.at("/hunks/0/old_start").asInt()).isEqualTo(1);
        assertThat(file.at("/hunks/0/lines/0/end").asText()).isEqualTo("crlf");
        assertThat(file.at("/hunks/0/lines/1/end").asText()).isEqualTo("none");
        assertThat(file.at("/hunks/0/lines/2/text").asText()).isEqualTo("\ufffdtwo\u2407");
        assertThat(body.at("/unknown/0/command").asText()).isEqualTo("rm \u241b[31mx");
        assertThat(body.at("/unknown/0/turn").asInt()).isEqualTo(2);
    }

    @Test
    void the_numbers_alone_are_counted_from_the_log_and_of_nothing_else() throws Exception {
        var body = rig.get(CHANGES + "?count=1").body();
        assertThat(body.toString())
                .isEqualTo("{\"recorded\":true,\"files\":1,\"additions\":1,\"deletions\":1,"
                        + "\"unknown\":1,\"truncated\":false}");
        assertThat(rig.get(CHANGES + "?count=0").body().path("files").isArray()).isTrue();
        assertThat(rig.get(CHANGES + "?count=1&scope=since").status()).isEqualTo(400);
        assertThat(rig.get("/api/sessions/engine_2:nobody/changes?count=1").status())
                .isEqualTo(404);
        rig.talk.absent = true;
        assertThat(rig.get(CHANGES + "?count=1").body().path("recorded").asBoolean())
                .isFalse();
    }

    @Test
    void what_git_cannot_be_asked_about_says_why() throws Exception {
        for (var scope : List.of("session", "uncommitted", "since")) {
            var body = rig.get(CHANGES + "?scope=" + scope).body();
            assertThat(body.path("git").isNull()).isTrue();
            assertThat(body.at("/git_refused/code").asText()).isIn("no_folder", "not_a_repository");
            assertThat(body.at("/git_refused/detail").asText()).isNotBlank();
        }
    }

    @Test
    void a_scope_that_there_is_not_is_refused() throws Exception {
        assertThat(rig.get(CHANGES + "?scope=all").status()).isEqualTo(400);
        assertThat(rig.get("/api/sessions/engine_2:nobody/changes").status()).isEqualTo(404);
    }

    @Test
    void a_session_without_a_log_is_not_recorded() throws Exception {
        rig.talk.absent = true;
        var body = rig.get(CHANGES).body();
        assertThat(body.path("recorded").asBoolean()).isFalse();
        assertThat(body.path("files")).isEmpty();
    }
}
