package dev.svc.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsApiIT {
    private static final String PATH = "/api/settings";

    @TempDir
    Path folder = Path.of("");

    private ApiRig rig;

    @BeforeEach
    void start() throws Exception {
        rig = new ApiRig(folder);
    }

    @AfterEach
    void stop() {
        rig.close();
    }

    @Test
    void the_settings_are_what_the_variables_say_until_somebody_changes_them() throws Exception {
        var reaper = rig.get(PATH).body().path("reaper");
        assertThat(reaper.path("session_ttl").asLong()).isZero();
        assertThat(reaper.path("interval").asLong()).isEqualTo(300);
    }

    @Test
    void a_change_answers_with_all_settings_and_is_on_the_record() throws Exception {
        var answer = rig.patch(PATH, "{\"reaper\":{\"session_ttl\":3600,\"exempt\":[\"sticky\",\"codex:one\"]}}");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body().path("reaper").path("session_ttl").asLong()).isEqualTo(3600);
        assertThat(rig.get(PATH).body()).isEqualTo(answer.body());
        assertThat(rig.get("/api/audit").body().at("/events/0/type").asText()).isEqualTo("settings_changed");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            []                                        | 400 | bad_request
            {"reaper":1}                              | 400 | bad_request
            {"reaper":{"dry_run":"1"}}                | 400 | bad_request
            {"reaper":{"interval":0}}                 | 422 | invalid
            {"reaper":{"session_ttl":-1}}             | 422 | invalid
            {"reaper":{"exempt":["no such:thing"]}}   | 422 | invalid
            {"reaper":{"speed":1}}                    | 422 | invalid
            {"theme":"dark"}                          | 422 | invalid
            """)
    void what_cannot_be_set_is_refused_with_a_sentence(String patch, int status, String code) throws Exception {
        var answer = rig.patch(PATH, patch);
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.body().path("code").asText()).isEqualTo(code);
        assertThat(answer.body().path("detail").asText()).endsWith(".");
    }
}
