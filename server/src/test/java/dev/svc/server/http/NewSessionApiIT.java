package dev.svc.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.server.metadata.event.Actor;
import dev.svc.server.metadata.event.ProjectId;
import dev.svc.server.session.SessionId;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Sessions that are begun by a request.
class NewSessionApiIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String DRAWN = "new-0198f1c2-7a30-7c11-9d55-0a1b2c3d4e5f";

    @TempDir
    private Path folder;

    private ApiRig rig;

    @BeforeEach
    void a_host() throws Exception {
        ApiRig.session(folder, "one", "Fix the cart", 1);
        rig = new ApiRig(folder);
    }

    @AfterEach
    void stop() {
        rig.close();
    }

    private ObjectNode wish() {
        return JSON.createObjectNode().put("engine", "codex").put("folder", folder.toString());
    }

    @Test
    void a_session_is_begun_under_the_id_that_was_drawn_for_it() throws Exception {
        var begun = rig.post("/api/sessions", wish().put("native_id", DRAWN).toString());
        assertThat(begun.status()).isEqualTo(201);
        assertThat(begun.body().path("sid").asText()).isEqualTo("engine_2:" + DRAWN);
        assertThat(rig.begun)
                .containsOnlyKeys(SessionId.find("engine_2:" + DRAWN).orElseThrow());
        var another = rig.post("/api/sessions", wish().toString());
        assertThat(another.body().path("sid").asText())
                .startsWith("engine_2:new-")
                .doesNotEndWith(DRAWN);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0198f1c2-7a30-7c11-9d55-0a1b2c3d4e5f",
                "new-one",
                "one",
                "",
                "new-",
                DRAWN + "/x",
                "new-0198F1C2-7A30-7C11-9D55-0A1B2C3D4E5F"
            })
    void an_id_that_svc_would_not_draw_for_the_program_begins_nothing(String id) throws Exception {
        var refused = rig.post("/api/sessions", wish().put("native_id", id).toString());
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.body().at("/errors/0/field").asText()).isEqualTo("native_id");
        assertThat(rig.begun).isEmpty();
    }

    @Test
    void a_new_session_goes_into_the_project_that_was_chosen_and_into_none_without() throws Exception {
        rig.metadata.createProject("Shop", null, List.of(), Actor.SYSTEM);
        ProjectId project =
                rig.metadata.organisation().projects().iterator().next().id();
        rig.post(
                "/api/sessions",
                wish().put("native_id", DRAWN)
                        .put("project_id", project.value())
                        .toString());
        var other = rig.post("/api/sessions", wish().toString());
        var marks = rig.metadata.organisation();
        assertThat(marks.marks(SessionId.find("engine_2:" + DRAWN).orElseThrow())
                        .project())
                .isEqualTo(project);
        assertThat(marks.marks(SessionId.find(other.body().path("sid").asText()).orElseThrow())
                        .project())
                .isNull();
    }

    @Test
    void a_project_that_is_not_there_begins_nothing_and_what_does_not_begin_is_in_no_project() throws Exception {
        var refused = rig.post("/api/sessions", wish().put("project_id", "gone").toString());
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.body().at("/errors/0/field").asText()).isEqualTo("project_id");
        assertThat(rig.begun).isEmpty();
        rig.metadata.createProject("Shop", null, List.of(), Actor.SYSTEM);
        var project = rig.metadata.organisation().projects().iterator().next().id();
        long before = rig.journal.head().seq();
        rig.beginsNothing = "The program is not there.";
        var failed = rig.post(
                "/api/sessions", wish().put("project_id", project.value()).toString());
        assertThat(failed.status()).isEqualTo(409);
        assertThat(rig.journal.head().seq()).isEqualTo(before);
    }
}
