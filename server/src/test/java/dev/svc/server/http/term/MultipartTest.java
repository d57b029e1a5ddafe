package dev.svc.server.http.term;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.http.gate.Problem;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MultipartTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "multipart/form-data; boundary=abc|abc",
                "Multipart/Form-Data;boundary=\"a b;c\"|a b;c",
                "multipart/form-data; charset=utf-8; BOUNDARY=x; more=y|x"
            })
    void the_boundary_is_what_the_content_type_says(String contentType, String boundary) {
        assertThat(Multipart.boundary(contentType)).contains(boundary);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "x",
                "text/plain; boundary=abc",
                "multipart/form-data",
                "multipart/form-data; charset=\"",
                "multipart/form-data; boundary=",
                "multipart/form-data; boundary=\"abc",
                "multipart/form-data; xboundary=abc"
            })
    void what_names_no_boundary_is_no_form(String contentType) {
        assertThat(Multipart.boundary(contentType)).isEmpty();
    }

    @Test
    void a_content_type_of_endless_parameters_is_no_form() {
        for (String filler : List.of(" a;", ";", "a=\"b\"; ", "boundary", " ")) {
            String endless = "multipart/form-data;" + filler.repeat(1_000_000);
            assertThat(Multipart.boundary(endless)).isEmpty();
            assertThat(Multipart.boundary(endless + " boundary=b")).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 999, 1_000})
    void a_name_of_up_to_a_thousand_characters_is_taken_as_it_is(int length) throws IOException {
        String name = "é".repeat(length);
        assertThat(part("name=\"file\"; filename=\"" + name + "\"").fileName()).isEqualTo(name);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "\\\"", "\\\\", "é"})
    void a_longer_name_gets_a_sentence_whatever_it_is_made_of(String letter) {
        for (int length : new int[] {1_001, 1_500, 2_000, 3_900}) {
            String longer = letter.repeat(length);
            assertThatThrownBy(() -> part("name=\"file\"; filename=\"" + longer + "\""))
                    .isInstanceOf(Problem.class)
                    .hasMessageContaining("1000 characters");
            assertThatThrownBy(() -> part("name=\"" + longer + "\"")).isInstanceOf(Problem.class);
        }
    }

    @Test
    void a_name_that_never_ends_is_no_name() throws IOException {
        assertThat(part("name=\"file\"; filename=\"" + "a".repeat(4_000)).fileName())
                .isNull();
    }

    @Test
    void what_is_escaped_in_a_name_is_what_was_meant() throws IOException {
        assertThat(part("name=\"file\"; filename=\"a\\\"b\\\\c.png\"").fileName())
                .isEqualTo("a\"b\\c.png");
    }

    private static Multipart.Part part(String disposition) throws IOException {
        String form = "--b\r\nContent-Disposition: form-data; " + disposition + "\r\n\r\nx\r\n--b--\r\n";
        return new Multipart(new ByteArrayInputStream(form.getBytes(StandardCharsets.UTF_8)), "b")
                .next()
                .orElseThrow();
    }
}
