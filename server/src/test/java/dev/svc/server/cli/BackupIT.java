package dev.svc.server.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.server.backup.BackupException;
import dev.svc.server.backup.Bounds;
import dev.svc.server.backup.HomeLayout;
import dev.svc.server.backup.Restoration;
import dev.svc.server.backup.Restored;
import dev.svc.server.cli.update.PrepareCommand;
import dev.svc.server.journal.ChronicleJournal;
import dev.svc.server.journal.StoredJournal;
import dev.svc.server.metadata.Journal.Head;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.metadata.event.Actor;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.sidecar.Sidecar;
import dev.svc.server.vault.Vault;
import dev.svc.server.vault.copy.Sealing;
import dev.svc.server.wiring.engine.ConfiguredEngines;
import dev.svc.server.wiring.vault.VaultBackup;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.Platform;
import dev.svc.shared.control.HomeLock;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BackupIT {
    private static final SessionId ONE = new SessionId(EngineKey.CLAUDE_CODE, "one");

    /// How the name of a staged restoration's folder begins.
    private static final String READY = "restored-";

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @BeforeEach
    void a_home_with_titles_an_upload_and_a_password() throws IOException {
        assertThat(run("one", "prepare")).isZero();
        rename("one", "first", "second");
        Files.createDirectories(home("one").resolve("uploads"));
        Files.writeString(home("one").resolve("uploads/picture.png"), "pixels");
        Files.writeString(home("one").resolve("2fa.json"), "codes");
    }

    @Test
    void another_home_becomes_the_same_down_to_the_last_hash_and_starts_without_a_remark() throws IOException {
        assertThat(run("one", "backup", file())).isZero();
        assertThat(run("two", "restore", file())).isZero();
        assertThat(head("two")).isEqualTo(head("one"));
        assertThat(title("two")).isEqualTo("second");
    }

    @Test
    void a_backup_taken_while_a_service_appends_is_its_journal_up_to_then() throws IOException {
        try (var journal = ChronicleJournal.open(home("one").resolve("journal"), Clock.systemUTC());
                var metadata = new Metadata(journal, Clock.systemUTC())) {
            metadata.rename(ONE, "third", Actor.CLI);
            assertThat(run("one", "backup", file())).isZero();
            metadata.rename(ONE, "fourth", Actor.CLI);
        }
        assertThat(run("two", "restore", file())).isZero();
        assertThat(title("two")).isEqualTo("third");
    }

    @Test
    void uploads_and_secrets_are_in_it_only_when_they_are_asked_for() throws IOException {
        assertThat(run("one", "backup", file())).isZero();
        try (var zip = new ZipFile(file())) {
            assertThat(zip.stream().map(ZipEntry::getName))
                    .containsExactly("backup.json", "metadata.json", "prefs.json", "journal.jsonl", "env");
        }
        assertThat(text(file(), "env"))
                .doesNotContain("HASH", "SECRET", "FORCE")
                .contains("SVC_PORT=8765");
        assertThat(run("one", "backup", "--uploads", "--with-secrets", "--force", file()))
                .isZero();
        assertThat(run("two", "restore", "--with-secrets", file())).isZero();
        assertThat(home("two").resolve("uploads/picture.png")).hasContent("pixels");
        assertThat(home("two").resolve("2fa.json")).hasContent("codes");
        assertThat(config("two").envFile().read())
                .isEqualTo(config("one").envFile().read());
    }

    @Test
    void copies_of_sessions_are_in_it_only_when_they_are_asked_for() throws IOException {
        try (var vault = Vault.open(home("one").resolve("vault"), Sealing.NONE)) {
            assertThat(vault.all()).isEmpty();
        }
        assertThat(run("one", "backup", "--vault", file())).isZero();
        try (var zip = new ZipFile(file())) {
            assertThat(zip.stream().map(ZipEntry::getName)).endsWith("env", "vault/bundle.json");
        }
        assertThat(run("two", "restore", file())).isZero();
        assertThat(out.toString()).contains("Copies of sessions taken into the vault: 0.");
        assertThat(run("one", "backup", "--force", file())).isZero();
        out.getBuffer().setLength(0);
        assertThat(run("three", "restore", file())).isZero();
        assertThat(out.toString()).doesNotContain("vault");
    }

    @Test
    void what_was_indexed_for_searching_is_in_no_backup() throws IOException {
        Files.createDirectories(home("one").resolve("search"));
        Files.writeString(home("one").resolve("search/_0.cfs"), "what was said");
        assertThat(run("one", "backup", "--uploads", "--with-secrets", file())).isZero();
        try (var zip = new ZipFile(file())) {
            assertThat(zip.stream().map(ZipEntry::getName)).noneMatch(name -> name.contains("search"));
        }
    }

    @Test
    void the_file_is_its_owners_alone_and_never_replaced_unasked() throws IOException {
        assertThat(run("one", "backup", file())).isZero();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(Path.of(file()))))
                .isEqualTo("rw-------");
        assertThat(run("one", "backup", file())).isEqualTo(ExitCode.FAILED.number());
        assertThat(err.toString()).contains("is there already");
    }

    @Test
    void a_home_that_holds_a_journal_is_replaced_only_with_force_and_what_was_there_is_kept() throws IOException {
        assertThat(run("one", "backup", file())).isZero();
        rename("one", "later");
        Head later = head("one");
        assertThat(run("one", "restore", file())).isEqualTo(ExitCode.FAILED.number());
        assertThat(head("one")).isEqualTo(later);
        assertThat(run("one", "restore", "--force", file())).isZero();
        assertThat(title("one")).isEqualTo("second");
        Path kept = kept("one");
        try (var journal = StoredJournal.verify(kept.resolve("journal"))) {
            assertThat(journal.head()).isEqualTo(later);
        }
    }

    @Test
    void nothing_is_restored_under_a_running_service() throws IOException {
        assertThat(run("one", "backup", file())).isZero();
        try (HomeLock _ = HomeLock.tryTake(home("two").resolve("svc.lock")).orElseThrow()) {
            assertThat(run("two", "restore", file())).isEqualTo(ExitCode.HOME_BUSY.number());
        }
        assertThat(err.toString()).contains("stop it first");
    }

    @Test
    void what_is_no_backup_cut_off_or_changed_is_refused_and_nothing_changes() throws IOException {
        assertThat(run("one", "backup", file())).isZero();
        byte[] whole = Files.readAllBytes(Path.of(file()));
        var broken = Map.of(
                "cut.zip", Arrays.copyOf(whole, whole.length / 2),
                "text.zip", "no archive".getBytes(StandardCharsets.UTF_8),
                "empty.zip", new byte[0],
                "other.zip", zip(Map.of("letter", "hello")),
                "edited.zip", edited("second", "forged"),
                "short.zip", edited("\\n[^\\n]*\\n$", "\n"),
                "newer.zip", zip(Map.of("backup.json", "{\"format\":9,\"seq\":1,\"hash\":\"00\"}")));
        for (var each : broken.entrySet()) {
            Path file = Files.write(folder.resolve(each.getKey()), each.getValue());
            assertThat(run("two", "restore", file.toString())).as(each.getKey()).isEqualTo(ExitCode.FAILED.number());
            assertThat(home("two").resolve("journal")).as(each.getKey()).doesNotExist();
        }
        assertThat(run("two", "restore", folder.resolve("none.zip").toString())).isEqualTo(ExitCode.FAILED.number());
        assertThat(err.toString())
                .contains("there is no file", "was cut off or damaged", "restore it with a newer svc");
    }

    @Test
    void a_file_that_would_lie_outside_of_the_home_is_refused() throws IOException {
        assertThat(run("one", "backup", "--uploads", file())).isZero();
        Path evil = folder.resolve("evil.zip");
        Files.write(evil, rewritten("uploads/picture.png", "uploads/../../out.png"));
        assertThat(run("two", "restore", evil.toString())).isEqualTo(ExitCode.FAILED.number());
        assertThat(err.toString()).contains("outside of the home");
        assertThat(folder.resolve("out.png")).doesNotExist();
    }

    @Test
    void a_restoration_that_was_cut_short_is_finished_by_whoever_comes_next() throws IOException {
        assertThat(run("one", "backup", file())).isZero();
        Head wanted = head("one");
        rename("one", "later");
        var layout = HomeLayout.of(config("one"));
        new Restoration(layout, Bounds.of(config("one")), Clock.systemUTC()).prepare(Path.of(file()), false);
        // As after a crash between two renames: the old journal is put aside, the new one not yet in place.
        Path ready = only("one", READY);
        Path aside = Files.createDirectory(
                ready.resolveSibling(ready.getFileName().toString().replace(READY, "replaced-")));
        Files.move(layout.journal(), aside.resolve("journal"));
        Restored.unfinished(layout).orElseThrow().putInPlace();
        assertThat(head("one")).isEqualTo(wanted);
        assertThat(title("one")).isEqualTo("second");
        assertThat(Restored.unfinished(layout)).isEmpty();
    }

    @Test
    void a_line_that_svc_does_not_know_or_that_belongs_to_one_machine_is_never_taken() throws IOException {
        restoreWith(
                "LD_PRELOAD=/tmp/evil.so",
                "JAVA_TOOL_OPTIONS=-javaagent:/tmp/evil.jar",
                "SVC_ENGINE1_BIN=/tmp/evil",
                "SVC_ENGINE1_DIR=/tmp/store",
                "SVC_ENGINE7_BIN=/tmp/other",
                "SVC_DTACH_BIN=/tmp/evil",
                "SVC_JOURNAL_DIR=/tmp/journal",
                "SVC_PROJECT_ROOTS=/",
                "SVC_HOME=/tmp",
                "SVC_INSTANCE=other");
        assertThat(config("two").envFile().read()).isEqualTo(Map.of("SVC_PORT", "8765"));
        assertThat(out.toString())
                .contains("because svc does not know them: LD_PRELOAD, JAVA_TOOL_OPTIONS.")
                .contains(
                        "because they are paths and names of one machine: SVC_ENGINE1_BIN, SVC_ENGINE1_DIR, SVC_ENGINE7_BIN,");
    }

    @Test
    void secrets_are_taken_only_where_the_backup_says_that_it_has_them_and_the_person_asks_for_them()
            throws IOException {
        restoreWith("SVC_SECRET_KEY=forged", "SVC_PASSWORD_HASH=forged", "SVC_FORCE_PASSWORD_CHANGE=0");
        assertThat(config("two").envFile().read()).isEqualTo(Map.of("SVC_PORT", "8765"));
        assertThat(home("two").resolve("2fa.json")).doesNotExist();
        assertThat(out.toString()).contains("it says that it has none");
        assertThat(run("three", "restore", "--with-secrets", evil())).isEqualTo(ExitCode.FAILED.number());
        assertThat(err.toString()).contains("made without secrets");
        assertThat(home("three").resolve("journal")).doesNotExist();

        assertThat(run("one", "backup", "--with-secrets", "--force", file())).isZero();
        assertThat(run("four", "restore", file())).isZero();
        assertThat(config("four").envFile().read()).doesNotContainKeys("SVC_SECRET_KEY", "SVC_PASSWORD_HASH");
        assertThat(home("four").resolve("2fa.json")).doesNotExist();
        assertThat(out.toString()).contains("restore it with --with-secrets to have them");
    }

    @Test
    void what_a_backup_changes_of_the_settings_is_named_and_no_secret_is_shown() throws IOException {
        assertThat(run("two", "prepare")).isZero();
        restoreWith(
                "SVC_AUTH_MODE=none",
                "SVC_ORIGIN=https://other.example",
                "SVC_REPO=https://other.example/\u001b[2J\u202esvc",
                "SVC_TRUST_NETWORK=1");
        assertThat(out.toString())
                .contains("  SVC_AUTH_MODE=none, before: ")
                .contains("  SVC_ORIGIN=https://other.example, before: ")
                .contains("  SVC_REPO=https://other.example/svc, before: ")
                .contains("  SVC_TRUST_NETWORK=1, before: ");
    }

    @Test
    void lines_that_are_no_settings_are_refused_before_anything_changes() throws IOException {
        for (String line : List.of("no line", "SVC_USERNAME=a\0b")) {
            assertThat(tryRestoreWith(line)).isEqualTo(ExitCode.FAILED.number());
            assertThat(err.toString()).contains("are no lines of an env file", "Nothing was changed");
            assertNothingLies("two");
        }
    }

    @Test
    void an_upload_that_unpacks_to_more_than_one_may_have_is_refused_while_it_is_read() throws IOException {
        Path bomb = folder.resolve("bomb.zip");
        assertThat(run("one", "backup", "--uploads", file())).isZero();
        var parts = parts();
        parts.remove("uploads/picture.png");
        try (var zip = new ZipOutputStream(Files.newOutputStream(bomb))) {
            zip.setLevel(Deflater.BEST_SPEED);
            put(zip, parts);
            zip.putNextEntry(new ZipEntry("uploads/zeros"));
            for (int i = 0; i < 900; i++) {
                zip.write(new byte[1 << 20]);
            }
        }
        assertThat(run("two", "restore", bomb.toString())).isEqualTo(ExitCode.FAILED.number());
        assertThat(err.toString())
                .contains("a file of more than 26214400 bytes (uploads/zeros)", "Nothing was changed")
                .doesNotContain("OutOfMemoryError");
        assertNothingLies("two");
    }

    @Test
    void parts_that_unpack_to_more_than_any_backup_are_refused() throws IOException {
        assertThat(run("one", "backup", "--uploads", file())).isZero();
        var bounds = new Bounds(1_000, 20, 5_000, 10_000, 20_000, 1);
        var bombs = Map.of(
                "backup.json", " ".repeat(6_000),
                "env", "\n".repeat(6_000),
                "metadata.json", " ".repeat(10_001),
                "prefs.json", " ".repeat(10_001),
                "journal.jsonl", "\n".repeat(30_000),
                "uploads/more", "x".repeat(1_001));
        for (var each : bombs.entrySet()) {
            var parts = parts();
            parts.merge(each.getKey(), each.getValue(), String::concat);
            assertThatThrownBy(() -> prepare(parts, bounds)).as(each.getKey()).isInstanceOf(BackupException.class);
            assertNothingLies("two");
        }
        var many = parts();
        for (int i = 0; i < 20; i++) {
            many.put("uploads/" + i, "x");
        }
        assertThatThrownBy(() -> prepare(many, bounds)).hasMessageContaining("a backup has 20 at most");
    }

    private void prepare(Map<String, String> parts, Bounds bounds) throws IOException {
        Path file = Files.write(folder.resolve("bomb.zip"), zip(parts));
        new Restoration(HomeLayout.of(config("two")), bounds, Clock.systemUTC()).prepare(file, false);
    }

    @Test
    void names_that_no_disk_takes_are_refused() throws IOException {
        assertThat(run("one", "backup", "--uploads", file())).isZero();
        for (String name : List.of("uploads/a\0b", "uploads/x/../picture.png", "uploads/.")) {
            var parts = parts();
            parts.put(name, "x");
            assertThatThrownBy(() -> prepare(parts, Bounds.of(config("two"))))
                    .as(name)
                    .isInstanceOf(BackupException.class);
            assertNothingLies("two");
        }
    }

    @Test
    void what_the_restored_journal_sets_is_named() throws IOException {
        try (var journal = ChronicleJournal.open(home("one").resolve("journal"), Clock.systemUTC());
                var metadata = new Metadata(journal, Clock.systemUTC())) {
            var patch = new ObjectMapper().readTree("{\"ai_review\":{\"base_url\":\"http://127.0.0.1:9/v1\"}}");
            metadata.changeSettings((ObjectNode) patch, Actor.CLI);
        }
        assertThat(run("one", "backup", file())).isZero();
        assertThat(run("two", "restore", file())).isZero();
        assertThat(out.toString()).contains("  ai_review.base_url: http://127.0.0.1:9/v1");
    }

    private void restoreWith(String... lines) throws IOException {
        assertThat(tryRestoreWith(lines)).as(err.toString()).isZero();
    }

    /// From a backup that says it has no secrets.
    private int tryRestoreWith(String... lines) throws IOException {
        assertThat(run("one", "backup", "--force", file())).isZero();
        var parts = parts();
        parts.put("env", "SVC_PORT=8765\n" + String.join("\n", lines) + "\n");
        parts.put("2fa.json", "forged");
        Files.write(Path.of(evil()), zip(parts));
        return run("two", "restore", evil());
    }

    private String evil() {
        return folder.resolve("evil.zip").toString();
    }

    private void assertNothingLies(String home) throws IOException {
        try (var entries = Files.list(home(home))) {
            assertThat(entries.map(it -> it.getFileName().toString())).allMatch("svc.lock"::equals);
        }
    }

    private void rename(String home, String... titles) throws IOException {
        try (var journal = ChronicleJournal.open(home(home).resolve("journal"), Clock.systemUTC());
                var metadata = new Metadata(journal, Clock.systemUTC());
                var _ = sidecar(home, metadata)) {
            for (String title : titles) {
                metadata.rename(ONE, title, Actor.CLI);
            }
        }
    }

    /// What a start finds; it must not complain about anything.
    private String title(String home) throws IOException {
        try (var journal = ChronicleJournal.open(home(home).resolve("journal"), Clock.systemUTC());
                var metadata = new Metadata(journal, Clock.systemUTC());
                var sidecar = sidecar(home, metadata)) {
            assertThat(sidecar.notice()).isEmpty();
            return String.valueOf(java.util.Objects.requireNonNull(
                            metadata.organisation().marked().get(ONE))
                    .title());
        }
    }

    private Sidecar sidecar(String home, Metadata metadata) throws IOException {
        return Sidecar.start(
                home(home).resolve("metadata.json"), home(home).resolve("prefs.json"), metadata, Clock.systemUTC());
    }

    private Head head(String home) throws IOException {
        try (var journal = StoredJournal.verify(home(home).resolve("journal"))) {
            assertThat(journal.damage()).isEmpty();
            return journal.head();
        }
    }

    private byte[] edited(String regex, String replacement) throws IOException {
        var parts = parts();
        parts.put("journal.jsonl", parts.getOrDefault("journal.jsonl", "").replaceAll(regex, replacement));
        return zip(parts);
    }

    private byte[] rewritten(String from, String to) throws IOException {
        var parts = parts();
        parts.put(to, String.valueOf(parts.remove(from)));
        return zip(parts);
    }

    private Map<String, String> parts() throws IOException {
        var parts = new java.util.LinkedHashMap<String, String>();
        try (var zip = new ZipFile(file())) {
            for (ZipEntry entry : java.util.Collections.list(zip.entries())) {
                parts.put(entry.getName(), text(file(), entry.getName()));
            }
        }
        return parts;
    }

    private static String text(String file, String name) throws IOException {
        try (var zip = new ZipFile(file);
                var in = zip.getInputStream(zip.getEntry(name))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static byte[] zip(Map<String, String> parts) throws IOException {
        var bytes = new java.io.ByteArrayOutputStream();
        try (var zip = new ZipOutputStream(bytes)) {
            put(zip, parts);
        }
        return bytes.toByteArray();
    }

    private static void put(ZipOutputStream zip, Map<String, String> parts) throws IOException {
        for (var part : parts.entrySet()) {
            zip.putNextEntry(new ZipEntry(part.getKey()));
            zip.write(part.getValue().getBytes(StandardCharsets.UTF_8));
        }
    }

    private Path kept(String home) throws IOException {
        return only(home, "replaced-");
    }

    private Path only(String home, String prefix) throws IOException {
        try (var entries = Files.list(home(home))) {
            return entries.filter(it -> it.getFileName().toString().startsWith(prefix))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private String file() {
        return folder.resolve("all.zip").toString();
    }

    private Path home(String name) {
        return folder.resolve(name);
    }

    private Config config(String home) {
        var environment = Map.of("SVC_HOME", home(home).toString());
        return Config.load(new Platform(Platform.Family.LINUX, folder, environment), null);
    }

    private int run(String home, String... arguments) {
        var console = new Console(new PrintWriter(out, true), new PrintWriter(err, true), false);
        var vault = new VaultBackup(config -> ConfiguredEngines.of(config, Set::of), "1.0.0", Clock.systemUTC());
        List<Object> commands = List.of(
                new PrepareCommand(() -> config(home), console, new SecureRandom()),
                new BackupCommand(() -> config(home), vault::of, console, "1.0.0", Clock.systemUTC()),
                new RestoreCommand(() -> config(home), vault::bringIn, console, Clock.systemUTC()));
        return new Svc(commands, console).run(arguments);
    }
}
