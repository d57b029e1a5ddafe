package dev.svc.shared.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeFolderTest {
    @TempDir
    Path folder = Path.of("");

    @Test
    void everything_below_goes_and_what_a_link_leads_to_stays() throws Exception {
        var elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        Files.writeString(elsewhere.resolve("kept"), "kept");
        var gone = Files.createDirectories(folder.resolve("gone/deeper"));
        Files.writeString(gone.resolve("file"), "gone");
        Files.createSymbolicLink(gone.resolve("link"), elsewhere);
        WholeFolder.remove(folder.resolve("gone"));
        assertThat(folder.resolve("gone")).doesNotExist();
        assertThat(elsewhere.resolve("kept")).hasContent("kept");
    }

    @Test
    void a_link_in_its_place_goes_alone_and_what_is_not_there_is_gone_already() throws Exception {
        var elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
        var link = Files.createSymbolicLink(folder.resolve("link"), elsewhere);
        WholeFolder.remove(link);
        WholeFolder.remove(folder.resolve("absent"));
        assertThat(Files.isSymbolicLink(link)).isFalse();
        assertThat(elsewhere).exists();
    }
}
