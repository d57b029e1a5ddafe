package dev.svc.server.engine.claudecode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClaudeTranscriptsTest {
    private static final String ID = "6a47f322-831d-4e37-b3ce-392a5b436ceb";
    private static final Instant THEN = Instant.parse("2026-11-21T10:00:00Z");

    @TempDir
    Path root = Path.of("");

    private ClaudeTranscripts transcripts;
    private long nanos;

    @BeforeEach
    void a_session() throws IOException {
        root = root.toRealPath();
        transcripts = new ClaudeTranscripts(new ClaudeHome(root, true), () -> nanos);
        write("projects/-home-alex", THEN);
    }

    private Path write(String folder, Instant modified) throws IOException {
        var file = Files.createDirectories(root.resolve(folder)).resolve(ID + ".jsonl");
        Files.writeString(file, "{}\n");
        Files.setLastModifiedTime(file, FileTime.from(modified));
        return file;
    }

    /// As one who reads all of them does.
    private Path found() throws IOException {
        for (int i = 0; i < ClaudeTranscripts.FEW; i++) {
            transcripts.find(ID);
        }
        return transcripts.find(ID);
    }

    @Test
    void a_transcript_is_found_where_it_is() throws IOException {
        assertThat(transcripts.find(ID)).isEqualTo(root.resolve("projects/-home-alex/" + ID + ".jsonl"));
        assertThat(found()).isEqualTo(root.resolve("projects/-home-alex/" + ID + ".jsonl"));
    }

    @Test
    void one_that_was_put_away_meanwhile_is_found_there() throws IOException {
        var before = found();
        var after = write("projects-archive/-home-alex", THEN);
        Files.delete(before);

        assertThat(transcripts.find(ID)).isEqualTo(after);
    }

    @Test
    void of_two_the_one_that_was_written_last_is_found() throws IOException {
        var later = write("projects/-home-alex-other", THEN.plusSeconds(60));

        assertThat(found()).isEqualTo(later);
    }

    @Test
    void one_that_goes_on_in_another_folder_is_found_there_after_a_while() throws IOException {
        found();
        var later = write("projects/-home-alex-other", THEN.plusSeconds(60));
        nanos += ClaudeTranscripts.BELIEVED.toNanos();

        assertThat(transcripts.find(ID)).isEqualTo(later);
    }

    @Test
    void what_is_not_there_is_not_found() {
        assertThatThrownBy(() -> transcripts.find("00000000-0000-4000-8000-000000000000"))
                .isInstanceOf(NoSuchFileException.class);
    }
}
