package dev.svc.server.review;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.review.model.Endpoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeysTest {
    private static final Endpoint HERE = endpoint("https://models.example.com/v1");

    @TempDir
    private Path folder;

    @Test
    void a_key_is_kept_where_only_its_owner_may_look() throws IOException {
        keys().keep(HERE, "secret-key");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
                .isEqualTo("rw-------");
        assertThat(keys().find(HERE)).contains("secret-key");
    }

    @ParameterizedTest
    @CsvSource({
        "https://models.example.com/v2, true",
        "https://MODELS.example.com:443/v1, true",
        "http://models.example.com/v1, false",
        "https://models.example.com:8443/v1, false",
        "https://other.example.com/v1, false",
    })
    void it_belongs_to_an_origin_whatever_the_path(String other, boolean same) throws IOException {
        keys().keep(HERE, "secret-key");
        assertThat(keys().find(endpoint(other)).isPresent()).isEqualTo(same);
    }

    @Test
    void another_origin_or_none_makes_it_forgotten() throws IOException {
        keys().keep(HERE, "secret-key");
        keys().bind(HERE);
        assertThat(file()).exists();
        keys().bind(null);
        assertThat(file()).doesNotExist();
    }

    @Test
    void a_file_that_is_none_counts_as_no_key() throws IOException {
        Files.writeString(file(), "not JSON");
        assertThat(keys().find(HERE)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a key", "key\r\nX-Evil: 1", "schlüssel"})
    void a_key_that_would_break_a_header_is_none(String key) {
        assertThat(Keys.objection(key)).isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "models.example.com",
                "ftp://models.example.com",
                "file:///etc/passwd",
                "https://",
                "https://user:pass@models.example.com/v1",
                "https://models.example.com/v1?key=1",
                "https://models.example.com/v1#a",
                "https://models example.com",
                "http://127.0.0.1:99999/v1",
            })
    void what_is_no_address_is_refused_with_a_sentence(String text) {
        assertThat(Endpoint.objection(text))
                .hasValueSatisfying(it -> assertThat(it).endsWith("."));
        assertThat(Endpoint.find(text)).isEmpty();
    }

    @Test
    void a_slash_at_the_end_is_none() {
        assertThat(endpoint("http://127.0.0.1:11434/v1/").completions())
                .hasToString("http://127.0.0.1:11434/v1/chat/completions");
    }

    private static Endpoint endpoint(String text) {
        return Endpoint.find(text).orElseThrow();
    }

    private Keys keys() {
        return new Keys(file());
    }

    private Path file() {
        return folder.resolve("ai-review.key");
    }
}
