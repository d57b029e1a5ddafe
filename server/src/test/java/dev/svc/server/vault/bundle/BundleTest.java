package dev.svc.server.vault.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.session.SessionId;
import dev.svc.server.vault.KeptStores;
import dev.svc.server.vault.Vault;
import dev.svc.server.vault.bundle.BundleImport.Arrival;
import dev.svc.server.vault.bundle.BundleImport.Outcome;
import dev.svc.server.vault.copy.CopyRewriting;
import dev.svc.server.vault.copy.Sealing;
import dev.svc.server.vault.copy.SwollenCopy;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BundleTest {
    /// Not a fixed one: a store whose times are those of its files is as new as this checkout.
    private final Instant now = Clock.systemUTC().instant().truncatedTo(ChronoUnit.SECONDS);

    @TempDir
    Path folder = Path.of("");

    private KeptStores kept;
    private Path file;

    @BeforeEach
    void open() throws Exception {
        folder = folder.toRealPath();
        kept = KeptStores.in(folder);
        kept.follow();
        file = folder.resolve("sessions.zip");
    }

    @AfterEach
    void close() throws Exception {
        kept.close();
    }

    private interface Putting {
        void run(BundleWriting bundle) throws IOException, InterruptedException;
    }

    private void write(Vault vault, Putting putting) throws Exception {
        try (var zip = new ZipOutputStream(Files.newOutputStream(file))) {
            putting.run(new BundleWriting(vault, zip, ""));
        }
    }

    private void export() throws Exception {
        write(kept.vault(), bundle -> {
            bundle.beginOpen(now, "1.0.0");
            for (var id : kept.listed.keySet()) {
                bundle.putOpen(id);
            }
        });
    }

    private Vault vault(String name, Sealing sealing) throws IOException {
        return Vault.open(folder.resolve(name), sealing);
    }

    private List<Arrival> bringInto(Vault vault) throws Exception {
        var arrivals = new ArrayList<Arrival>();
        new BundleImport(vault, _ -> Optional.empty(), () -> now).run(file, arrivals::add);
        return arrivals;
    }

    private Sealing key(String name) throws IOException {
        return Sealing.with(Files.writeString(folder.resolve(name), name.repeat(40)));
    }

    /// The bytes of each file of a session.
    private static Map<String, String> files(Vault vault, SessionId id) throws IOException {
        var files = new TreeMap<String, String>();
        try (var copy = vault.read(id)) {
            for (var each : copy.state().files().values()) {
                var out = new ByteArrayOutputStream();
                copy.copy(each, out);
                files.put(each.name(), out.toString(StandardCharsets.ISO_8859_1));
            }
        }
        return files;
    }

    private SessionId any() {
        return kept.listed.keySet().stream().min(Comparator.naturalOrder()).orElseThrow();
    }

    /// Writes the bundle again with another content of one of its files.
    private void replace(String name, byte[] content) throws IOException {
        var other = folder.resolve("other.zip");
        try (var from = new ZipFile(file.toFile());
                var to = new ZipOutputStream(Files.newOutputStream(other))) {
            for (var entry : from.stream().toList()) {
                to.putNextEntry(new ZipEntry(entry.getName()));
                if (entry.getName().equals(name)) {
                    to.write(content);
                } else {
                    from.getInputStream(entry).transferTo(to);
                }
                to.closeEntry();
            }
        }
        Files.delete(file);
        Files.move(other, file);
    }

    private byte[] content(String name) throws IOException {
        try (var zip = new ZipFile(file.toFile())) {
            return zip.getInputStream(zip.getEntry(name)).readAllBytes();
        }
    }

    @Test
    void every_recorded_session_arrives_with_every_byte() throws Exception {
        export();
        try (var other = vault("other", Sealing.NONE)) {
            assertThat(bringInto(other))
                    .hasSameSizeAs(kept.listed.keySet())
                    .allMatch(arrival -> arrival.outcome() == Outcome.BROUGHT);
            for (var id : kept.listed.keySet()) {
                assertThat(files(other, id)).as("%s", id).isEqualTo(files(kept.vault(), id));
                assertThat(other.facts(id)).as("%s", id).isEqualTo(kept.vault().facts(id));
                assertThat(other.isBrought(id)).as("%s", id).isTrue();
                assertThat(other.find(id)).get().matches(held -> held.isTheOnlyOne());
            }
        }
    }

    @Test
    void what_is_there_already_stays_as_it_is() throws Exception {
        export();
        try (var other = vault("other", Sealing.NONE)) {
            bringInto(other);
            var before = Files.getLastModifiedTime(other.file(any()));
            assertThat(bringInto(other)).allMatch(arrival -> arrival.outcome() == Outcome.THERE);
            assertThat(Files.getLastModifiedTime(other.file(any()))).isEqualTo(before);
        }
    }

    @Test
    void a_session_that_a_program_here_has_is_copied_and_not_called_brought() throws Exception {
        export();
        try (var other = vault("other", Sealing.NONE)) {
            new BundleImport(other, engine -> kept.stores.program(engine).originals(), () -> now).run(file, _ -> {});
            assertThat(other.all()).hasSameSizeAs(kept.listed.keySet()).noneMatch(held -> held.isTheOnlyOne());
        }
    }

    @Test
    void a_session_that_was_forgotten_is_taken_when_it_is_brought() throws Exception {
        export();
        var vault = kept.vault();
        vault.forget(any());
        bringInto(vault);
        assertThat(vault.isForgotten(any())).isFalse();
        assertThat(vault.find(any())).isPresent();
    }

    @Test
    void sealed_copies_travel_sealed_and_open_with_their_key_alone() throws Exception {
        export();
        try (var sealed = vault("sealed", key("a"))) {
            bringInto(sealed);
            write(sealed, bundle -> {
                bundle.beginSealed(now, "1.0.0");
                for (var id : kept.listed.keySet()) {
                    bundle.putSealed(id);
                }
            });
        }
        try (var same = vault("same", key("a"));
                var others = vault("others", key("b"));
                var none = vault("none", Sealing.NONE)) {
            assertThat(bringInto(same)).allMatch(arrival -> arrival.outcome() == Outcome.BROUGHT);
            assertThat(files(same, any())).isEqualTo(files(kept.vault(), any()));
            for (var wrong : List.of(others, none)) {
                assertThatThrownBy(() -> bringInto(wrong))
                        .isInstanceOf(BundleException.class)
                        .hasMessageContaining("SVC_VAULT_KEY_FILE");
                assertThat(wrong.all()).isEmpty();
            }
        }
    }

    @Test
    void a_damaged_copy_is_refused_and_the_others_are_taken() throws Exception {
        export();
        var name = Vault.nameOf(any());
        var content = content(name);
        content[content.length / 2] ^= 1;
        replace(name, content);
        try (var other = vault("other", Sealing.NONE)) {
            assertThat(bringInto(other))
                    .filteredOn(arrival -> arrival.outcome() == Outcome.REFUSED)
                    .singleElement()
                    .matches(arrival ->
                            arrival.id().equals(any()) && arrival.reason().contains("damaged"));
            assertThat(other.all()).hasSize(kept.listed.size() - 1);
        }
    }

    @Test
    void a_copy_that_says_it_is_far_longer_than_it_packs_to_is_refused() throws Exception {
        export();
        var bomb = folder.resolve("bomb");
        try (var from = kept.vault().read(any())) {
            CopyRewriting.write(from, bomb, Sealing.NONE, () -> {});
        }
        SwollenCopy.swell(bomb, 300L << 20);
        replace(Vault.nameOf(any()), Files.readAllBytes(bomb));
        try (var other = vault("other", Sealing.NONE)) {
            assertThat(bringInto(other))
                    .filteredOn(arrival -> arrival.outcome() == Outcome.REFUSED)
                    .extracting(Arrival::id)
                    .containsExactly(any());
        }
    }

    @Test
    void names_that_are_no_session_s_are_passed_over() throws Exception {
        export();
        try (var from = new ZipFile(file.toFile());
                var to = new ZipOutputStream(Files.newOutputStream(folder.resolve("odd.zip")))) {
            to.putNextEntry(new ZipEntry(BundleContents.NAME));
            from.getInputStream(from.getEntry(BundleContents.NAME)).transferTo(to);
            for (var odd :
                    List.of("../../x.copy", "engine_1/../x~12345678.copy", "gone/engine_1/x", "engine_9/x.copy")) {
                to.putNextEntry(new ZipEntry(odd));
                to.write(1);
            }
        }
        file = folder.resolve("odd.zip");
        try (var other = vault("other", Sealing.NONE)) {
            assertThat(bringInto(other)).isEmpty();
        }
    }

    @Test
    void nothing_stays_of_an_import_that_the_disk_has_no_room_for() throws Exception {
        export();
        try (var other = vault("other", Sealing.NONE)) {
            var full = new BundleImport(other, _ -> Optional.empty(), () -> now, Long.MAX_VALUE >> 1);
            assertThatThrownBy(() -> full.run(file, _ -> {})).hasMessageContaining("make room");
            assertThat(other.all()).isEmpty();
            assertThat(other.unpacked()).isEmptyDirectory();
        }
    }

    @Test
    void other_files_are_refused_with_a_reason() throws Exception {
        try (var other = vault("other", Sealing.NONE)) {
            assertThatThrownBy(() -> bringInto(other)).hasMessageContaining("no such file");
            Files.writeString(file, "no archive");
            assertThatThrownBy(() -> bringInto(other)).hasMessageContaining("no archive");
            try (var zip = new ZipOutputStream(Files.newOutputStream(file))) {
                zip.putNextEntry(new ZipEntry("else"));
            }
            assertThatThrownBy(() -> bringInto(other)).hasMessageContaining("svc vault export");
            contents("{\"kind\":\"svc-vault\",\"form\":2}");
            assertThatThrownBy(() -> bringInto(other)).hasMessageContaining("a newer svc made it");
            contents("{");
            assertThatThrownBy(() -> bringInto(other)).isInstanceOf(BundleException.class);
        }
    }

    private void contents(String json) throws IOException {
        try (var zip = new ZipOutputStream(Files.newOutputStream(file))) {
            zip.putNextEntry(new ZipEntry(BundleContents.NAME));
            zip.write(json.getBytes(StandardCharsets.UTF_8));
        }
    }
}
