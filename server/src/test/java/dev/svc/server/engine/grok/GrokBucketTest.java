package dev.svc.server.engine.grok;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GrokBucketTest {
    @ParameterizedTest
    @CsvSource({
        "/home/frankie/code/kiosk, %2Fhome%2Ffrankie%2Fcode%2Fkiosk",
        "/home/frankie/notes/reading list, %2Fhome%2Ffrankie%2Fnotes%2Freading%20list",
        "/home/frankie/code/日記帳, %2Fhome%2Ffrankie%2Fcode%2F%E6%97%A5%E8%A8%98%E5%B8%B3",
        "/a-b_c.d~e!(f)*, %2Fa-b_c.d~e%21%28f%29%2A"
    })
    void a_folder_is_named_by_its_path_and_the_name_says_the_path(String cwd, String name) {
        assertThat(GrokBucket.name(cwd)).contains(name);
        assertThat(GrokBucket.folder(name)).contains(cwd);
    }

    @Test
    void a_path_whose_name_would_be_too_long_has_none_that_is_known() {
        assertThat(GrokBucket.name("/" + "x".repeat(252))).isPresent();
        assertThat(GrokBucket.name("/" + "x".repeat(253))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "kiosk", "kiosk-0a1b2c3d4e5f6071", "%2", "%2Fa%", "%2Fa%G0", "%2Fa%00b", "%2F%FF", "%2Fé"})
    void a_name_that_is_no_absolute_path_says_nothing(String name) {
        assertThat(GrokBucket.folder(name)).isEmpty();
    }
}
