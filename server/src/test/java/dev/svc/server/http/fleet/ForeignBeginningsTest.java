package dev.svc.server.http.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.server.http.gate.Json;
import dev.svc.server.http.gate.Problem;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ForeignBeginningsTest {
    private static ObjectNode json(String text) {
        try {
            return (ObjectNode) Json.shared().readTree(text);
        } catch (IOException broken) {
            throw new AssertionError(broken);
        }
    }

    @Test
    void what_this_release_does_not_know_is_left_out() {
        assertThat(ForeignBeginnings.read(json("""
                {"programs":[{"engine":"engine_2","label":"Codex","takes_prompt":true,"agent":true,
                    "new_session_reconciles":true,"later":1},{"engine":"teleport","label":"?"}],
                 "folders":[{"path":"/code","sessions":-2,"last_used":"yesterday","later":1}],
                 "roots":["/code"],"projects":[{"id":"p1","name":"Shop","folders":["/code"],"later":1}],"later":[]}"""))).isEqualTo(json("""
                {"programs":[{"engine":"engine_2","label":"Codex","takes_prompt":true,"agent":true,
                    "new_session_reconciles":true}],
                 "folders":[{"path":"/code","sessions":0,"last_used":null}],
                 "roots":["/code"],"projects":[{"id":"p1","name":"Shop","folders":["/code"]}]}"""));
    }

    @Test
    void what_an_earlier_release_does_not_tell_is_empty() {
        var read = ForeignBeginnings.read(json("{\"programs\":[],\"folders\":[]}"));
        assertThat(read.path("roots")).isEmpty();
        assertThat(read.path("projects")).isEmpty();
    }

    @Test
    void a_path_that_is_not_as_it_is_shown_and_a_project_without_a_name_or_id_are_not_offered() {
        var read = ForeignBeginnings.read(json("""
                {"folders":[{"path":"/a\\u202eb"},{"path":""},{"path":7}],"roots":["/a\\nb",{"path":"/x"}],
                 "projects":[{"id":"../p","name":"x"},{"id":"p1","name":" "},{"id":"p2"},
                   {"id":"p3","name":"Shop","folders":["/fine","/a\\nb"]}]}"""));
        assertThat(read.path("folders")).isEmpty();
        assertThat(read.path("roots")).isEmpty();
        assertThat(read.path("projects")).hasSize(1);
        assertThat(read.at("/projects/0/folders").toString()).isEqualTo("[\"/fine\"]");
    }

    @Test
    void a_command_is_shown_with_what_hides_in_it_made_harmless() {
        assertThat(ForeignBeginnings.command(json("""
                {"argv":["run","a\\u001b[2Jb"],"prompted":true,"folder":"/code","exists":true,"moves":false,"later":1}""")).path("argv").path(1).asText())
                .doesNotContain("\u001b");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"argv\":[],\"folder\":\"/code\"}",
                "{\"argv\":[7],\"folder\":\"/code\"}",
                "{\"argv\":[\"run\"]}",
                "{\"argv\":[\"run\"],\"folder\":\"/a\\nb\"}"
            })
    void what_is_no_command_is_none(String told) {
        assertThatThrownBy(() -> ForeignBeginnings.command(json(told))).isInstanceOf(Problem.class);
    }

    @Test
    void a_command_that_is_too_long_to_be_shown_whole_is_none() {
        var words = json("{\"folder\":\"/code\"}");
        var argv = words.putArray("argv");
        for (int i = 0; i < 201; i++) {
            argv.add("x");
        }
        assertThatThrownBy(() -> ForeignBeginnings.command(words)).isInstanceOf(Problem.class);
        argv.removeAll().add("x".repeat(20_001));
        assertThatThrownBy(() -> ForeignBeginnings.command(words)).isInstanceOf(Problem.class);
    }
}
