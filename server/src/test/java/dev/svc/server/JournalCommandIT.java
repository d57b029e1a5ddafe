package dev.svc.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.cli.ExitCode;
import dev.svc.server.journal.ChronicleJournal;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.metadata.event.Actor;
import dev.svc.server.metadata.event.SecurityEvent;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// `svc journal` as its own process, on a journal that a service wrote.
class JournalCommandIT {
    private static final SessionId CART = new SessionId(EngineKey.CODEX, "11111111-1111-4111-8111-111111111111");
    private static final SessionId SEARCH = new SessionId(EngineKey.KIMI, "session_2");

    @TempDir
    private Path folder;

    @BeforeEach
    void organise() throws IOException {
        try (var journal = ChronicleJournal.open(folder.resolve("home/journal"), Clock.systemUTC());
                var metadata = new Metadata(journal, Clock.systemUTC())) {
            metadata.rename(CART, "Rounding", Actor.admin("login-1", "127.0.0.1"));
            metadata.favourite(SEARCH, Actor.admin("login-1", "127.0.0.1"));
            var shop = metadata.createProject("Shop", null, List.of(), Actor.SYSTEM);
            metadata.assign(CART, shop.id(), Actor.CLI);
            metadata.archive(List.of(CART, SEARCH), Actor.CLI);
            metadata.security(SecurityEvent.of(SecurityEvent.Kind.LOGGED_IN), Actor.admin("login-1", "127.0.0.1"));
        }
    }

    @Test
    void what_is_exported_and_imported_into_an_empty_home_is_organised_the_same() throws Exception {
        Path export = Files.writeString(folder.resolve("export.jsonl"), run("home", "export"));
        assertThat(run("other", "import", export.toString(), "--dry-run")).contains("would be added");
        assertThat(folder.resolve("other/metadata.json")).doesNotExist();
        run("other", "import", export.toString());
        assertThat(marks("other")).isEqualTo(marks("home")).contains("Rounding");
        assertThat(run("other", "import", export.toString())).startsWith("0 entries added");
    }

    @Test
    void what_writes_the_journal_leaves_nothing_among_the_temporary_files() throws Exception {
        Path export = Files.writeString(folder.resolve("export.jsonl"), run("home", "export"));
        Path temporary = Files.createDirectory(folder.resolve("temporary"));
        try (var command =
                Started.svcElsewhere(folder, temporary, home("other"), journal("import", export.toString()))) {
            assertThat(command.exitCode()).as(command.err()).isZero();
        }
        assertThat(temporary).isEmptyDirectory();
    }

    @Test
    void settings_of_an_export_are_taken_only_when_asked_for_and_always_named() throws Exception {
        var id = java.util.UUID.randomUUID();
        Path export = Files.writeString(folder.resolve("foreign.jsonl"), """
                {"seq":1,"id":"%s","at":"2026-11-21T12:00:00.000Z","v":1,"type":"settings_changed","subject":"settings",\
                "data":{"ai_review":{"base_url":"http://127.0.0.1:9/v1\\u001b[2J"}},"before":{"ai_review":null},\
                "actor":{"name":"admin"}}
                """.formatted(id));
        String setting = "  ai_review.base_url: http://127.0.0.1:9/v1";
        assertThat(run("home", "import", export.toString()).lines())
                .contains("they would set:", setting)
                .anyMatch(line -> line.contains("--settings"));
        assertThat(run("home", "replay", "--json")).doesNotContain("127.0.0.1:9");
        assertThat(run("home", "import", "--settings", "--dry-run", export.toString())
                        .lines())
                .contains("these settings would be set:", setting);
        assertThat(run("home", "import", "--settings", export.toString()).lines())
                .contains("these settings are set now:", setting);
        assertThat(run("home", "replay", "--json")).contains("127.0.0.1:9");
    }

    @Test
    void a_sound_journal_verifies_and_shows_its_newest_entries_last() throws Exception {
        assertThat(run("home", "verify")).isNotBlank();
        List<String> shown = run("home", "show", "--limit", "2").lines().toList();
        assertThat(shown).hasSize(2);
        assertThat(shown.getLast()).contains("logged_in");
    }

    @Test
    void security_events_can_be_looked_at_alone() throws Exception {
        assertThat(run("home", "show", "--security", "--json").lines())
                .singleElement()
                .asString()
                .contains("logged_in")
                .contains("\"login-1\"");
    }

    @ParameterizedTest
    @CsvSource({"1, Rounding, favourite", "0, '', Rounding"})
    void the_past_is_replayed_up_to_an_entry(String until, String there, String notYet) throws Exception {
        assertThat(run("home", "replay", "--until", until)).contains(there).doesNotContain(notYet);
    }

    @Test
    void a_flipped_bit_is_found_named_and_repaired_with_the_damaged_files_kept() throws Exception {
        flipABit();
        try (var verify = Started.svc(folder, home("home"), "journal", "verify")) {
            assertThat(verify.exitCode()).isEqualTo(ExitCode.FAILED.number());
            assertThat(verify.out() + verify.err()).contains("repair");
        }
        assertThat(run("home", "repair")).contains("kept in");
        assertThat(run("home", "verify")).isNotBlank();
    }

    @Test
    void a_file_that_is_not_there_and_a_time_that_is_none_get_a_sentence() throws Exception {
        refused(ExitCode.FAILED, "no file", "import", folder.resolve("nothing").toString());
        refused(ExitCode.USAGE, "--until", "replay", "--until", "yesterday");
        refused(ExitCode.USAGE, "say what to do");
        refused(ExitCode.USAGE, "--incomplete goes with --from-fleet", "export", "--incomplete");
    }

    @ParameterizedTest
    @ValueSource(strings = {"show", "verify"})
    void a_home_where_nothing_was_ever_changed_gets_a_sentence(String what) throws Exception {
        try (var command = Started.svc(folder, home("untouched"), journal(what))) {
            assertThat(command.exitCode()).isEqualTo(ExitCode.FAILED.number());
            assertThat(command.err()).contains("nothing was ever changed there").doesNotContain("Exception");
        }
    }

    private void refused(ExitCode code, String sentence, String... arguments) throws Exception {
        try (var command = Started.svc(folder, home("home"), journal(arguments))) {
            assertThat(command.exitCode()).as(command.err()).isEqualTo(code.number());
            assertThat(command.err()).contains(sentence).doesNotContain("Exception");
        }
    }

    private String marks(String home) throws Exception {
        String replayed = run(home, "replay", "--json");
        return replayed.substring(replayed.indexOf("\"sessions\""));
    }

    private String run(String home, String... arguments) throws Exception {
        try (var command = Started.svc(folder, home(home), journal(arguments))) {
            assertThat(command.exitCode()).as(command.out() + command.err()).isZero();
            return command.out();
        }
    }

    private static String[] journal(String... arguments) {
        var all = new String[arguments.length + 1];
        all[0] = "journal";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        return all;
    }

    private Map<String, String> home(String name) {
        return Map.of("SVC_HOME", folder.resolve(name).toString());
    }

    /// In the middle of the written entries.
    private void flipABit() throws IOException {
        Path queue;
        try (var files = Files.walk(folder.resolve("home/journal"))) {
            queue = files.filter(file -> file.toString().endsWith(".cq4"))
                    .findFirst()
                    .orElseThrow();
        }
        byte[] bytes = Files.readAllBytes(queue);
        byte[] word = "Rounding".getBytes(StandardCharsets.UTF_8);
        int at = indexOf(bytes, word);
        try (var file = new RandomAccessFile(queue.toFile(), "rw")) {
            file.seek(at);
            file.write(bytes[at] ^ 1);
        }
    }

    private static int indexOf(byte[] bytes, byte[] word) {
        for (int i = 0; i <= bytes.length - word.length; i++) {
            if (Arrays.equals(bytes, i, i + word.length, word, 0, word.length)) {
                return i;
            }
        }
        throw new AssertionError("not written as text");
    }
}
