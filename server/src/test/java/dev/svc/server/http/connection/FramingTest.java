package dev.svc.server.http.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.WritableHeaders;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FramingTest {
    private static WritableHeaders<?> headers(List<String> lengths, List<String> codings) {
        var headers = WritableHeaders.create();
        lengths.forEach(length -> headers.add(HeaderValues.create(HeaderNames.CONTENT_LENGTH, length)));
        codings.forEach(coding -> headers.add(HeaderValues.create(HeaderNames.TRANSFER_ENCODING, coding)));
        return headers;
    }

    @Test
    void a_length_chunks_or_neither_are_taken() {
        assertThat(Framing.objection(headers(List.of(), List.of()))).isEmpty();
        assertThat(Framing.objection(headers(List.of("0"), List.of()))).isEmpty();
        assertThat(Framing.objection(headers(List.of("123456"), List.of()))).isEmpty();
        assertThat(Framing.objection(headers(List.of(), List.of("chunked")))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"+2", "-1", "2, 2", "2 ", "0x2", "", "two", "9999999999999999999"})
    void a_length_that_is_no_plain_number_is_not(String length) {
        assertThat(Framing.objection(headers(List.of(length), List.of()))).isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"CHUNKED", "xchunked", "gzip, chunked", "chunked, identity", "identity", "chunked ", ""})
    void no_other_coding_is(String coding) {
        assertThat(Framing.objection(headers(List.of(), List.of(coding)))).isPresent();
    }

    @Test
    void two_lengths_even_equal_ones_two_codings_and_one_of_each_are_not() {
        assertThat(Framing.objection(headers(List.of("2", "2"), List.of()))).isPresent();
        assertThat(Framing.objection(headers(List.of(), List.of("chunked", "chunked"))))
                .isPresent();
        assertThat(Framing.objection(headers(List.of("2"), List.of("chunked")))).isPresent();
    }
}
