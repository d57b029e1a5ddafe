package dev.svc.server.cli.change;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.catalog.Catalog;
import dev.svc.server.catalog.FakeEngine;
import dev.svc.server.catalog.scan.Cache;
import dev.svc.server.change.AllChanges;
import dev.svc.server.change.SessionChanges;
import dev.svc.server.cli.CatalogView.Seen;
import dev.svc.server.cli.Console;
import dev.svc.server.cli.ExitCode;
import dev.svc.server.cli.Svc;
import dev.svc.server.engine.Engines;
import dev.svc.server.engine.change.Deed;
import dev.svc.server.engine.change.Edit;
import dev.svc.server.engine.change.Was;
import dev.svc.server.metadata.fold.Organisation;
import dev.svc.server.session.EngineKey;
import dev.svc.server.texts.Unhurried;
import dev.svc.server.transcript.FakeTurns;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.Platform;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChangesCommandTest {
    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private final FakeTurns talk = new FakeTurns();
    private boolean interactive;

    @BeforeEach
    void a_session_that_edited() throws IOException {
        Files.createDirectories(folder.resolve("store"));
        Files.writeString(
                folder.resolve("store/one.jsonl"),
                "{\"text\":\"Fix\",\"cwd\":\"/absent/shop\",\"at\":\"2026-11-21T10:00:00Z\"}\n");
        talk.edits.add(new Edit(3, null, new Deed.Wrote("a.txt", Was.of("one\ntwo"), "one\n2\u001b[31m\n")));
        talk.edits.add(new Edit(4, null, new Deed.Wrote("new.txt", Was.NOTHING, "new\n")));
        talk.edits.add(new Edit(5, null, new Deed.Ran("make")));
    }

    private int run(String... arguments) {
        var console = new Console(new PrintWriter(out, true), new PrintWriter(err, true), interactive);
        var command = new ChangesCommand(
                this::config,
                this::look,
                (_, _) -> new AllChanges(new SessionChanges(_ -> talk, Unhurried.workers()), Unhurried.workers(), ""),
                console);
        return new Svc(List.of(command), console).run(arguments);
    }

    private Config config() {
        var environment = Map.of("SVC_HOME", folder.resolve("svc").toString());
        return Config.load(new Platform(Platform.Family.LINUX, folder, environment), null);
    }

    private Seen look(Config config) {
        var engines = new Engines(List.of(new FakeEngine(EngineKey.CODEX, folder.resolve("store"))));
        var cache = new Cache(config.home().cache(), "test");
        var catalog = new Catalog(engines, () -> Organisation.EMPTY, List::of, Catalog.Settings.once(cache));
        return new Seen(engines, Organisation.EMPTY, false, catalog);
    }

    @Test
    void a_diff_is_printed_that_names_turns_and_has_nothing_that_a_terminal_obeys() {
        assertThat(run("changes", "engine_2:one")).isZero();
        assertThat(out.toString()).isEqualToNormalizingNewlines("""
                diff --git a/a.txt b/a.txt
                --- a/a.txt
                +++ b/a.txt
                @@ -1,2 +1,2 @@ turn 4
                 one
                -two
                \\ No newline at end of file
                +2\u241b[31m
                diff --git a/new.txt b/new.txt
                --- /dev/null
                +++ b/new.txt
                @@ -0,0 +1,1 @@ turn 5
                +new
                """);
        assertThat(err.toString()).contains("1 command may have written as well");
    }

    @Test
    void a_person_gets_colours() {
        interactive = true;
        assertThat(run("changes", "codex:one")).isZero();
        assertThat(out.toString()).contains("\u001b[31m-two\u001b[0m", "\u001b[32m+new\u001b[0m");
    }

    @Test
    void files_are_listed_with_their_lines() {
        assertThat(run("changes", "engine_2:one", "--stat")).isZero();
        assertThat(out.toString())
                .containsPattern("modified +\\+1 +-1 +a\\.txt")
                .contains("2 files, +2 -1");
    }

    @Test
    void the_answer_of_the_interface_is_printed() {
        assertThat(run("changes", "engine_2:one", "--json")).isZero();
        assertThat(out.toString())
                .startsWith("{\"scope\":\"session\",\"recorded\":true,\"files\":[{\"path\":\"a.txt\"")
                .contains("\"git_refused\":{\"code\":\"no_folder\"");
    }

    @ParameterizedTest
    @CsvSource({
        "engine_2:none, session, There is no session",
        "../../etc/passwd, session, There is no session",
        "engine_2:one, all, --scope takes",
        "engine_2:one, since, is not there any more",
    })
    void what_cannot_be_is_a_sentence(String sid, String scope, String sentence) {
        assertThat(run("changes", sid, "--scope", scope)).isNotZero();
        assertThat(err.toString()).contains(sentence).doesNotContain("Exception");
    }

    @Test
    void a_session_without_a_log_says_so() {
        talk.absent = true;
        assertThat(run("changes", "engine_2:one")).isEqualTo(ExitCode.OK.number());
        assertThat(err.toString()).contains("no log of this session");
    }
}
