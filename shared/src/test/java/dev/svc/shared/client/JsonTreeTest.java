package dev.svc.shared.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTreeTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "{}",
                "7",
                "{\"a\":1,\"b\":[true,false,null,\"\u00e9\\n\",{}],\"c\":{\"d\":[[]]}}",
                "[1,2147483648,9223372036854775808,-1,0.1,1e-5,1.5E300]",
                "{\"twice\":1,\"twice\":2}",
                "[1] and more"
            })
    void it_reads_what_a_mapper_reads(String json) throws IOException {
        var read = JsonTree.read(json.getBytes(UTF_8));
        assertThat(read).isEqualTo(new ObjectMapper().readTree(json.getBytes(UTF_8)));
        assertThat(read.toString()).isEqualTo(new ObjectMapper().readTree(json).toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "{}",
                "{\"a\":1,\"b\":[true,false,null,\"\u00e9\\n\\u0001\\\"\",{}],\"c\":{\"d\":[[]]}}",
                "[2147483648,9223372036854775808,-1,0.1,1e-5,1.5E300]"
            })
    void it_writes_what_a_mapper_writes(String json) throws IOException {
        var tree = new ObjectMapper().readTree(json);
        assertThat(JsonTree.text(tree)).isEqualTo(tree.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "[1,", "{\"a\"", "nul", "{\"a\":}", "]"})
    void what_is_not_whole_is_refused(String json) {
        assertThatThrownBy(() -> JsonTree.read(json.getBytes(UTF_8))).isInstanceOf(IOException.class);
    }

    @Test
    void what_is_nested_too_deeply_is_refused() {
        var deep = "[".repeat(100_000).getBytes(UTF_8);
        assertThatThrownBy(() -> JsonTree.read(deep)).isInstanceOf(IOException.class);
    }
}
