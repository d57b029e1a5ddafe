package dev.svc.server.engine.copilot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.engine.Mutations;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FlatYamlTest {
    private static Optional<String> name(String yaml) {
        return FlatYaml.parse("id: 1\n" + yaml + "\nlater: still here\n").find("name");
    }

    /// As the program was seen to write them.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    yes                               | yes
                    2026-11-22                        | 2026-11-22
                    Till clean-up ✍️                   | Till clean-up ✍️
                    '- starts with dash'              | - starts with dash
                    '''quoted'' text'                 | 'quoted' text
                    '"double" it''s'                  | "double" it's
                    '12345'                           | 12345
                    'null'                            | null
                    'key: value'                      | key: value
                    'a # b'                           | a # b
                    '&anchor *alias !tag'             | &anchor *alias !tag
                    '{flow: [1]}'                     | {flow: [1]}
                    'trailing:'                       | trailing:
                    '日本: 語'                          | 日本: 語
                    """)
    void a_text_on_the_line_of_its_name_is_read(String written, String text) {
        assertThat(name("name: " + written)).contains(text);
    }

    @Test
    void a_text_with_escapes_is_read() {
        assertThat(name("name: \"tab\\there\"")).contains("tab\there");
        assertThat(name("name: \"line\\r\\nwindows\"")).contains("line\r\nwindows");
        assertThat(name("name: \"e \\L sep \\uFEFF bom \\x41 \\U0001F9FE \\\"q\\\" \\\\\""))
                .contains("e \u2028 sep \ufeff bom A 🧾 \"q\" \\");
    }

    @Test
    void a_block_of_lines_is_read_as_it_stands() {
        assertThat(name("name: |-\n  Rename\n\n  Keep:\n  - unit\n    deeper"))
                .contains("Rename\n\nKeep:\n- unit\n  deeper");
        assertThat(name("name: |2-\n    indented first\n  second")).contains("  indented first\nsecond");
        assertThat(name("name: |\r\n  one\r\n  two\r")).contains("one\ntwo");
        assertThat(name("name: |-\n  name: not this\n  later: nor this")).contains("name: not this\nlater: nor this");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "&anchor text",
                "*alias",
                "!tag text",
                "!!binary aGk=",
                "{flow: 1}",
                "[1, 2]",
                "> folded",
                ">-\n  folded\n  lines",
                "- item",
                "? key",
                "@at",
                "`tick`",
                "%percent",
                "a: b",
                "'never closed",
                "'closed' and more",
                "\"never closed",
                "\"bad \\q escape\"",
                "\"bad \\uZZZZ\"",
                "\"too high \\UFFFFFFFF\"",
                "\"ends with \\",
                "plain\n  that runs on",
                "'quoted\n  that runs on'",
                "|9x\n  head",
                "|-\n    deep\n  shallow",
                "one\nname: two"
            })
    void whatever_else_yaml_has_is_refused_and_nothing_after_it_is_lost(String written) {
        var yaml = FlatYaml.parse("id: 1\nname: " + written + "\nlater: still here\n");
        assertThat(yaml.find("name")).isEmpty();
        assertThat(yaml.isWhole()).isFalse();
        assertThat(yaml.find("id")).contains("1");
        assertThat(yaml.find("later")).contains("still here");
    }

    @ParameterizedTest
    @ValueSource(strings = {"name:", "name: ~", "name: null", "name: # nothing", "# name: nobody", "other: x"})
    void a_name_without_a_text_is_nothing_bad(String written) {
        var yaml = FlatYaml.parse("---\n" + written + "\n\n");
        assertThat(yaml.find("name")).isEmpty();
        assertThat(yaml.isWhole()).isTrue();
    }

    @Test
    void no_bytes_are_fatal() {
        var note = """
                id: 1
                name: |-
                  Rename the basket class

                  Keep the tests green
                cwd: "/home/\\u00e9 \\"x\\""
                branch: 'it''s'
                """.getBytes(StandardCharsets.UTF_8);
        var mutations = new Mutations(new Random(20261128));
        for (int round = 0; round < 20_000; round++) {
            var yaml = FlatYaml.parse(new String(mutations.of(note), StandardCharsets.UTF_8));
            assertThat(List.of(yaml.find("name"), yaml.find("cwd"), yaml.find("branch")))
                    .hasSize(3);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/home/dana/code/orchard",
                "/home/frankie/notes/reading list",
                "/home/frankie/code/日記帳",
                "/srv/Neues \"Haus\" é/home",
                "/srv/it's: a # place",
                "/srv/odd\tname",
                "/srv/mark\u202ename",
                "/srv/back\\slash",
                "/"
            })
    void a_path_is_written_as_it_is_read(String path) {
        assertThat(name("name: " + YamlEscapes.path(path))).contains(path);
    }
}
