package dev.svc.server.vault.copy;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SealingTest {
    private static final String SAID = "the launch code is 4711\n";

    @TempDir
    Path folder = Path.of("");

    private Sealing sealing = Sealing.NONE;
    private Copies copies = new Copies(folder);

    @BeforeEach
    void begin() throws Exception {
        sealing = Sealing.with(Files.writeString(folder.resolve("key"), "k".repeat(40)));
        copies = new Copies(folder, sealing);
        copies.take(SAID, 1);
    }

    @Test
    void what_is_sealed_comes_back_and_shows_nothing_on_the_disk() throws Exception {
        assertThat(copies.log()).isEqualTo(SAID);
        var disk = new String(Files.readAllBytes(copies.file()), ISO_8859_1);
        assertThat(disk).doesNotContain("launch").doesNotContain("projects").doesNotContain("note 1");
        assertThat(disk).doesNotContain(new String(plainDigest(), ISO_8859_1));
    }

    /// Who knows what was said could look for its digest.
    private static byte[] plainDigest() {
        var plain = Sealing.NONE.digest(SAID.getBytes(ISO_8859_1)).toString();
        return HexFormat.of().parseHex(plain);
    }

    @Test
    void another_key_is_said_and_changes_nothing() throws Exception {
        var bytes = Files.readAllBytes(copies.file());
        var other = Sealing.with(Files.writeString(folder.resolve("other"), "o".repeat(40)));
        assertThatThrownBy(() -> SessionCopy.write(copies.file(), other))
                .isInstanceOf(CopyFormatException.class)
                .hasMessageContaining("another key");
        assertThatThrownBy(() -> SessionCopy.read(copies.file(), Sealing.NONE)).isInstanceOf(CopyFormatException.class);
        assertThat(Files.readAllBytes(copies.file())).isEqualTo(bytes);
    }

    @Test
    void what_was_exchanged_between_two_records_does_not_open() throws Exception {
        try (var log = CopyLog.reading(copies.file(), sealing)) {
            var head = log.entries().getFirst().head();
            var sealed = sealing.seal(new byte[] {1, 2, 3}, head.around());
            var elsewhere = RecordHead.around(RecordHead.Kind.STATE, head.packing(), head.raw(), head.digest());
            assertThat(sealing.open(sealed, head.around())).containsExactly(1, 2, 3);
            assertThatThrownBy(() -> sealing.open(sealed, elsewhere)).isInstanceOf(CopyDamageException.class);
        }
    }

    @Test
    void a_short_key_is_refused_with_a_way_to_make_one() throws Exception {
        var file = Files.writeString(folder.resolve("short"), "secret");
        assertThatThrownBy(() -> Sealing.with(file))
                .hasMessageContaining("6 bytes")
                .hasMessageContaining("/dev/urandom");
    }
}
