package dev.svc.server.engine.claudecode;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClaudeHomeTest {

    @ParameterizedTest
    @ValueSource(strings = {"00000000-0000-0000-0000-000000000000.jsonl", "deadbeef-0123-4567-89ab-cdef01234567.jsonl"})
    void a_transcript_is_named_by_an_id(String name) {
        assertThat(ClaudeHome.isTranscript(name)).isTrue();
        assertThat(ClaudeHome.ID.matcher(ClaudeHome.id(name)).matches()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "deadbeef-0123-4567-89ab-cdef01234567.json",
                "deadbeef-0123-4567-89ab-cdef0123456.jsonl",
                "deadbeef-0123-4567-89ab-cdef012345678.jsonl",
                "Deadbeef-0123-4567-89ab-cdef01234567.jsonl",
                "deadbeef-0123-4567-89ab-cdef0123456g.jsonl",
                "deadbeef00123-4567-89ab-cdef01234567.jsonl",
                "deadbeef-0123-4567-89ab-cdef-1234567.jsonl",
                "agent-0123-4567-89ab-cdef0123-456789.jsonl",
                ".jsonl",
                ""
            })
    void anything_else_is_none(String name) {
        assertThat(ClaudeHome.isTranscript(name)).isFalse();
    }

    @Test
    void a_working_folder_names_the_folder_of_its_transcripts() {
        assertThat(ClaudeHome.folderName("/home/alex/code/メモ帳 v2.0")).contains("-home-alex-code-----v2-0");
        assertThat(ClaudeHome.folderName("/" + "x".repeat(199))).isPresent();
    }

    @Test
    void what_the_program_calls_a_very_long_path_is_not_guessed() {
        assertThat(ClaudeHome.folderName("/" + "x".repeat(200))).isEmpty();
    }
}
