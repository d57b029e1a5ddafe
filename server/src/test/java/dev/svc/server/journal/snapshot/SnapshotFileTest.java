package dev.svc.server.journal.snapshot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.journal.Sample;
import dev.svc.server.journal.record.DurableFile;
import dev.svc.server.metadata.event.Hash;
import dev.svc.server.metadata.fold.Organisation;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SnapshotFileTest {
    @TempDir
    Path folder = Path.of("");

    private Path file = Path.of("");

    @BeforeEach
    void place() {
        file = folder.resolve("7");
    }

    private static Hash hash() {
        var bytes = new byte[Hash.LENGTH];
        Arrays.fill(bytes, (byte) 7);
        return Hash.of(bytes);
    }

    @Test
    void every_organisation_comes_back_as_it_was() throws IOException {
        var organisation = Organisation.EMPTY;
        for (var entry : Sample.everyKind()) {
            organisation = organisation.apply(entry);
            new SnapshotFile(organisation, hash()).write(file);
            var read = SnapshotFile.read(file);
            assertThat(read.organisation().holdsTheSameAs(organisation))
                    .as("after %s", entry.event())
                    .isTrue();
            assertThat(read.organisation().at()).isEqualTo(organisation.at());
            assertThat(read.head()).isEqualTo(new SnapshotFile(organisation, hash()).head());
        }
    }

    /// One has no snoozes, and neither has views.
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void one_of_a_former_version_is_read_as_it_was(int version) throws IOException {
        var organisation = Organisation.EMPTY;
        for (var entry : Sample.entries(1, 300)) {
            organisation = organisation.apply(entry);
        }
        new SnapshotFile(organisation, hash()).write(file);
        var bytes = DurableFile.read(file);
        DurableFile.write(file, ByteBuffer.wrap(bytes).putInt(0, version).array());
        assertThat(SnapshotFile.read(file).organisation().holdsTheSameAs(organisation))
                .isTrue();
    }

    @Test
    void one_that_was_read_takes_further_entries_and_stays_as_it_was() throws IOException {
        var organisation = Organisation.EMPTY;
        for (var entry : Sample.entries(1, 300)) {
            organisation = organisation.apply(entry);
        }
        new SnapshotFile(organisation, hash()).write(file);
        var read = SnapshotFile.read(file).organisation();
        var next = read.unfolding().apply(Sample.entry(301)).settled();
        assertThat(read.holdsTheSameAs(organisation)).isTrue();
        assertThat(next.holdsTheSameAs(organisation.apply(Sample.entry(301)))).isTrue();
        assertThat(next.holdsTheSameAs(read)).isFalse();
    }

    @Test
    void one_that_was_cut_or_changed_is_refused() throws IOException {
        new SnapshotFile(Organisation.EMPTY.apply(Sample.entry(1)), hash()).write(file);
        var bytes = Files.readAllBytes(file);
        for (int length = 0; length < bytes.length; length++) {
            Files.write(file, Arrays.copyOf(bytes, length));
            assertThatThrownBy(() -> SnapshotFile.read(file)).isInstanceOf(IOException.class);
        }
        for (int at = 0; at < bytes.length; at++) {
            var flipped = bytes.clone();
            flipped[at] ^= 1;
            Files.write(file, flipped);
            assertThatThrownBy(() -> SnapshotFile.read(file)).isInstanceOf(IOException.class);
        }
    }
}
