package dev.svc.server.engine.gemini;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProjectNamesTest {
    @TempDir
    Path folder = Path.of("");

    private GeminiPlace place = new GeminiPlace(Path.of(""), Path.of(""));

    @BeforeEach
    void place() {
        place = new GeminiPlace(folder.resolve("tmp"), folder.resolve("projects.json"));
    }

    private String name(String project) throws IOException {
        return new ProjectNames(place).of(project);
    }

    private void note(String tree, String name, String owner) throws IOException {
        Files.writeString(
                Files.createDirectories(folder.resolve(tree).resolve(name)).resolve(".project_root"), owner);
    }

    @ParameterizedTest
    @CsvSource({
        "/srv/notes/daily log, daily-log",
        "/srv/My_App.v2!, my-app-v2",
        "/srv/买东西, project",
        "/, project",
    })
    void a_project_is_named_by_its_folder(String project, String name) throws IOException {
        assertThat(name(project)).isEqualTo(name);
    }

    @Test
    void a_name_that_another_project_has_gets_a_number() throws IOException {
        note("tmp", "shop", "/another/shop");
        note("history", "shop-1", "/a/third/shop");
        Files.writeString(place.projects(), "{\"projects\":{\"/a/fourth/shop\":\"shop-2\"}}");
        assertThat(name("/srv/shop")).isEqualTo("shop-3");
    }

    @Test
    void the_list_of_projects_is_believed_unless_a_note_says_otherwise() throws IOException {
        Files.writeString(place.projects(), "{\"projects\":{\"/srv/shop\":\"web\"}}");
        assertThat(name("/srv/shop")).isEqualTo("web");
        note("tmp", "web", "/another");
        assertThat(name("/srv/shop")).isEqualTo("shop");
    }

    @Test
    void a_name_in_the_list_that_leads_elsewhere_is_not_followed() throws IOException {
        Files.writeString(place.projects(), "{\"projects\":{\"/srv/shop\":\"../../web\"}}");
        assertThat(name("/srv/shop")).isEqualTo("shop");
    }

    @Test
    void a_folder_that_notes_the_project_is_its_own_without_the_list() throws IOException {
        note("history", "web", "/srv/shop");
        Files.createDirectories(folder.resolve("tmp/web"));
        assertThat(name("/srv/shop")).isEqualTo("web");
    }

    @Test
    void a_list_that_is_damaged_says_nothing() throws IOException {
        Files.writeString(place.projects(), "{\"projects\":{\"/srv/shop\"");
        assertThat(name("/srv/shop")).isEqualTo("shop");
    }
}
