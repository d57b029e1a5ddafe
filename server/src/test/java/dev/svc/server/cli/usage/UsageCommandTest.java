package dev.svc.server.cli.usage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.cli.CatalogView.Seen;
import dev.svc.server.cli.Console;
import dev.svc.server.cli.ExitCode;
import dev.svc.server.cli.Svc;
import dev.svc.server.metadata.fold.Organisation;
import dev.svc.server.usage.CountedStore;
import dev.svc.server.wiring.usage.UsageRoom;
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

class UsageCommandTest {
    private static final String SESSION = "engine_1:" + CountedStore.ID;

    @TempDir
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private CountedStore store;

    @BeforeEach
    void a_session_of_two_models() throws IOException {
        folder = folder.toRealPath();
        store = new CountedStore(folder)
                .answer("claude-sonnet-4-5", 100_000, 100_000)
                .answer("mystery-9", 5, 7);
    }

    private void count() throws IOException {
        store.counted(config().home().usage(), _ -> {});
    }

    private int run(String... arguments) {
        var console = new Console(new PrintWriter(out, true), new PrintWriter(err, true), false);
        var command = new UsageCommand(this::config, this::look, UsageRoom::look, console);
        return new Svc(List.of(command), console).run(arguments);
    }

    private Config config() {
        var environment = Map.of("SVC_HOME", folder.resolve("svc").toString());
        return Config.load(new Platform(Platform.Family.LINUX, folder, environment), null);
    }

    private Seen look(Config config) {
        return new Seen(store.engines(), Organisation.EMPTY, false, store.catalog());
    }

    /// What was printed, without the blanks that make columns.
    private List<String> lines() {
        return out.toString()
                .lines()
                .map(line -> line.strip().replaceAll(" +", " "))
                .toList();
    }

    @Test
    void models_are_printed_with_a_plus_where_a_part_has_no_price() throws IOException {
        count();

        assertThat(run("usage", "--by", "model")).isZero();
        assertThat(lines())
                .containsExactly(
                        "INPUT OUTPUT CACHE READ CACHE WRITE COST",
                        "claude-sonnet-4-5 100,000 100,000 0 0 $1.80",
                        "mystery-9 5 7 0 0 -",
                        "all 100,005 100,007 0 0 $1.80+");
        assertThat(err.toString()).contains("no price is known for mystery-9");
    }

    @Test
    void columns_stand_below_each_other() throws IOException {
        count();

        assertThat(run("usage")).isZero();
        assertThat(out.toString().lines().map(String::length).distinct()).hasSize(1);
    }

    @Test
    void a_session_has_its_title_without_what_a_terminal_obeys() throws IOException {
        count();

        assertThat(run("usage", "--by", "session")).isZero();
        assertThat(out.toString()).contains(SESSION + "  Fix it").doesNotContain("\u001b");
    }

    @Test
    void one_session_is_told_a_line_a_model() throws IOException {
        count();

        assertThat(run("usage", "claude:" + CountedStore.ID)).isZero();
        assertThat(lines()).hasSize(4).contains("mystery-9 5 7 0 0 -");
    }

    @Test
    void lines_that_are_left_out_are_counted() throws IOException {
        count();

        assertThat(run("usage", "--by", "model", "--limit", "1")).isZero();
        assertThat(lines()).hasSize(3);
        assertThat(err.toString()).contains("1 of 2 lines");
    }

    @Test
    void the_answer_of_the_interface_is_printed() throws IOException {
        count();

        assertThat(run("usage", SESSION, "--json")).isZero();
        assertThat(out.toString())
                .startsWith("{\"rows\":[{\"key\":\"claude-sonnet-4-5\"")
                .contains("\"unpriced\":[\"mystery-9\"]");
    }

    @Test
    void prices_that_cannot_be_used_are_a_sentence() throws IOException {
        count();
        Files.writeString(config().home().data().resolve("prices.json"), "{\"models\":[{\"model\":\"x\"}]}");

        assertThat(run("usage")).isZero();
        assertThat(err.toString()).contains("prices.json is not used");
    }

    @Test
    void a_time_in_which_nothing_was_used_says_so_by_its_end() throws IOException {
        count();

        assertThat(run("usage", "--from", "2001-01-01", "--to", "2001-01-31"))
                .isEqualTo(ExitCode.NOTHING_FOUND.number());
    }

    @Test
    void where_nothing_is_counted_yet_it_says_what_counts() {
        assertThat(run("usage")).isEqualTo(ExitCode.FAILED.number());
        assertThat(err.toString()).contains("Nothing is counted yet").contains("svc serve");
    }

    @ParameterizedTest
    @CsvSource({
        "--by, week, --by takes day",
        "--limit, 0, --limit takes 1 to 10000",
        "--from, yesterday, --from takes a date",
        "--to, 2026-13-01, --to takes a date",
        "--engine, nobody, --engine takes keys or aliases",
    })
    void what_cannot_be_is_a_sentence(String option, String value, String sentence) {
        assertThat(run("usage", option, value)).isEqualTo(ExitCode.USAGE.number());
        assertThat(err.toString()).contains(sentence).doesNotContain("Exception");
    }

    @Test
    void a_session_is_named_by_its_id() {
        assertThat(run("usage", "../../etc/passwd")).isEqualTo(ExitCode.USAGE.number());
        assertThat(err.toString()).contains("SID takes the id of a session");
    }
}
