package dev.svc.server.engine.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileStampTest {
    @TempDir
    Path folder;

    @Test
    void an_untouched_file_keeps_its_stamp() throws IOException {
        var file = Files.writeString(folder.resolve("file"), "text");
        assertThat(FileStamp.of(file)).isPresent().isEqualTo(FileStamp.of(file));
    }

    @Test
    void a_file_of_the_same_size_and_time_in_its_place_is_another_one() throws IOException {
        var file = Files.writeString(folder.resolve("file"), "text");
        var before = FileStamp.of(file).orElseThrow();
        var other = Files.writeString(folder.resolve("other"), "next");
        Files.setLastModifiedTime(other, Files.getLastModifiedTime(file));
        Files.move(other, file, java.nio.file.StandardCopyOption.REPLACE_EXISTING);

        var after = FileStamp.of(file).orElseThrow();

        assertThat(after.size()).isEqualTo(before.size());
        assertThat(after.modifiedNanos()).isEqualTo(before.modifiedNanos());
        assertThat(after).isNotEqualTo(before);
    }

    @Test
    void a_change_shows_in_size_or_time() throws IOException {
        var file = Files.writeString(folder.resolve("file"), "text");
        var before = FileStamp.of(file).orElseThrow();
        Files.setLastModifiedTime(file, FileTime.fromMillis(before.modifiedNanos() / 1_000_000 + 1));
        assertThat(FileStamp.of(file).orElseThrow()).isNotEqualTo(before);
    }

    @Test
    void folders_links_and_missing_files_have_none() throws IOException {
        var file = Files.writeString(folder.resolve("file"), "text");
        assertThat(FileStamp.of(folder)).isEmpty();
        assertThat(FileStamp.of(Files.createSymbolicLink(folder.resolve("link"), file)))
                .isEmpty();
        assertThat(FileStamp.of(folder.resolve("missing"))).isEmpty();
        assertThat(FileStamp.of(file.resolve("below-a-file"))).isEmpty();
    }
}
