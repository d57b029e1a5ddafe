package dev.svc.server.engine.json;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonViewTest {

    @Test
    void members_are_visited_in_their_order() {
        var seen = new LinkedHashMap<String, String>();
        var whole = view("{ \"a\" : \"x\" , \"b\":[1,{\"c\":\"}\"}],\"d\":{\"e\":\"\\\"\"}, \"f\":-1.5e3,\"g\":true }")
                .members((key, value) -> seen.put(key, kind(value)));
        assertThat(whole).isTrue();
        assertThat(seen)
                .containsExactly(
                        Map.entry("a", "string"),
                        Map.entry("b", "array"),
                        Map.entry("d", "object"),
                        Map.entry("f", "other"),
                        Map.entry("g", "true"));
    }

    @ParameterizedTest
    @CsvSource({"'', 0", "one, 1", "'one\\n', 1", "'one\\ntwo', 2", "'\\\\n', 1", "'a\\\\\\nb', 2", "'\\n\\n', 2"})
    void the_lines_of_a_string_are_counted_without_decoding_it(String escaped, int lines) {
        var text = view('"' + escaped + '"');
        assertThat(text.lines()).isEqualTo(lines).isEqualTo((int)
                text.text().lines().count());
    }

    @Test
    void elements_are_visited_in_their_order() {
        var seen = new ArrayList<String>();
        assertThat(view("[\"a\", \"b\",\"\"]").elements(value -> seen.add(value.text())))
                .isTrue();
        assertThat(seen).containsExactly("a", "b", "");
        assertThat(view("[]").elements(value -> seen.clear())).isTrue();
        assertThat(view("{}").members((key, value) -> seen.clear())).isTrue();
        assertThat(seen).hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "{\"",
                "{\"a",
                "{\"a\"",
                "{\"a\":",
                "{\"a\":\"",
                "{\"a\":\"\\",
                "{\"a\":1",
                "{\"a\":1,",
                "{\"a\":1,}",
                "{\"a\" 1}",
                "{a:1}",
                "{\"a\":[}",
                "{\"a\":[1}",
                "[1]",
                "\"a\"",
                "1",
                "{\"a\":}",
                "\0",
                "{,}"
            })
    void what_is_no_whole_object_says_so(String damaged) {
        assertThat(view(damaged).members((key, value) -> {})).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[", "[1", "[1,", "[,]", "[1,]", "{}", "[\"a]"})
    void what_is_no_whole_array_says_so(String damaged) {
        assertThat(view(damaged).elements(value -> {})).isFalse();
    }

    @Test
    void strings_are_decoded_as_a_parser_does() throws IOException {
        var text = "plain \" \\ / \n \t \r \b \f \u0001 é 日本 👨‍👩‍👧";
        var json = new ObjectMapper().writeValueAsString(text);
        assertThat(view(json).text()).isEqualTo(new ObjectMapper().readValue(json, String.class));
        assertThat(view("\"\\u00e9\\ud83d\\ude00\\/\"").text()).isEqualTo("é😀/");
    }

    @Test
    void bad_escapes_and_bad_bytes_stay_visible() {
        assertThat(view("\"a\\qb\\u12\"").text()).isEqualTo("a\\qb\\u12");
        var bad = "\"a\u00ffb\"".getBytes(ISO_8859_1);
        assertThat(new JsonView(bad, 0, bad.length).text()).isEqualTo("a\uFFFDb");
    }

    @Test
    void only_the_beginning_of_a_long_string_is_decoded() {
        assertThat(view("\"" + "é".repeat(1000) + "\"").text(7)).isEqualTo("ééééééé");
        assertThat(view("\"" + "\\u00e9".repeat(1000) + "\"").text(7)).isEqualTo("ééééééé");
        assertThat(view("\"short\"").text(7)).isEqualTo("short");
        assertThat(view("\"abc😀\"").text(4)).isEqualTo("abc");
        assertThat(view("\"abc\\ud83d\\ude00\"").text(4)).isEqualTo("abc");
        assertThat(view("\"abc\\ud83d\\ude00\"").text(5)).isEqualTo("abc😀");
    }

    @Test
    void a_value_of_another_kind_is_empty_text_and_no_number() {
        assertThat(view("12").text()).isEmpty();
        assertThat(view("12").text(5)).isEmpty();
        assertThat(view("12").number(-1)).isEqualTo(12);
        assertThat(view("\"12\"").number(-1)).isEqualTo(-1);
        assertThat(view("1e5").number(-1)).isEqualTo(-1);
    }

    @Test
    void a_hundred_thousand_levels_are_only_skipped() {
        int depth = 100_000;
        var seen = new ArrayList<String>();
        var deep = "{\"deep\":" + "[".repeat(depth) + "]".repeat(depth) + ",\"after\":\"here\"}";
        assertThat(view(deep).members((key, value) -> seen.add(key))).isTrue();
        assertThat(seen).containsExactly("deep", "after");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a\\nb\\tc\\rd\\be\\ff\\\"g\\\\h\\/i",
                "\u00fc\\n\u65e5\u672c\\n\ud83d\ude00\\n",
                "\\u00fc\\n\\ud83d\\ude00\\nx",
                "\\n\\n",
                "\\\\"
            })
    void texts_are_decoded_as_any_reader_of_json_does(String escaped) throws IOException {
        var json = '"' + escaped + '"';
        assertThat(view(json).text()).isEqualTo(new ObjectMapper().readValue(json, String.class));
    }

    @Test
    void long_texts_are_found_again_at_every_depth_and_in_any_order() {
        var one = "x".repeat(300);
        var two = "\\\"".repeat(300);
        var whole = view("{\"a\":{\"b\":[\"" + one + "\",{\"c\":\"" + two + "\"}]},\"d\":\"" + one + "\"}");
        assertThat(whole.member("d").text()).isEqualTo(one);
        var seen = new ArrayList<String>();
        whole.member("a").member("b").elements(value -> {
            seen.add(value.text());
            seen.add(value.member("c").text());
        });
        assertThat(seen).containsExactly(one, "", "", "\"".repeat(300));
        assertThat(whole.isWhole()).isTrue();
    }

    private static String kind(JsonView value) {
        return value.isString()
                ? "string"
                : value.isArray() ? "array" : value.isObject() ? "object" : value.isTrue() ? "true" : "other";
    }

    private static JsonView view(String json) {
        var bytes = json.getBytes(UTF_8);
        return new JsonView(bytes, 0, bytes.length);
    }
}
