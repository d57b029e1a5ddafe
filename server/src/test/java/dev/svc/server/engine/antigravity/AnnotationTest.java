package dev.svc.server.engine.antigravity;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AnnotationTest {
    @Test
    void the_title_is_found_among_other_fields_with_its_escapes_resolved() {
        assertThat(title("title:\"Docs link check\"\n")).isEqualTo("Docs link check");
        assertThat(title("last_seen: { seconds: 5 }\ntitle: 'It\\'s a \\\"cart\\\"'\n"))
                .isEqualTo("It's a \"cart\"");
        assertThat(title("title:\"K\\303\\244se \\xc3\\xa4 ä\"")).isEqualTo("Käse ä ä");
        assertThat(title("title:\"two\\nlines\"")).isEqualTo("two lines");
        assertThat(title("title:\"odd \\q\"")).isEqualTo("odd q");
    }

    @Test
    void without_a_title_there_is_none() {
        for (var text : new String[] {"", "name:\"x\"", "title", "title:", "title: 5", "title:\"\"", "title:\"\\\\"}) {
            assertThat(title(text)).as(text).isIn(null, "\\");
        }
    }

    @Test
    void a_title_that_is_cut_off_goes_as_far_as_it_goes() {
        assertThat(title("title:\"Docs li")).isEqualTo("Docs li");
        assertThat(title("title:\"" + "\\".repeat(100_001))).hasSize(200);
    }

    private static @Nullable String title(String text) {
        return Annotation.title(text.getBytes(StandardCharsets.UTF_8));
    }
}
