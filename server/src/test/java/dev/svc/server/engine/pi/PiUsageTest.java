package dev.svc.server.engine.pi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.svc.server.engine.StoreFixture;
import dev.svc.server.engine.ToldUsage;
import dev.svc.server.engine.usage.TokenCounts;
import dev.svc.server.engine.usage.UsageRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PiUsageTest {
    private static final String TOOLS = "till-review-7";
    private static final String TREE = "68e02d04-6d5c-4ce0-8ed5-cbe47891b39b";
    private static final String COMPACTED = "29ec0d3e-63e7-416d-8084-687739e7edd2";

    @TempDir
    Path home = Path.of("");

    private PiProvider program;

    @BeforeEach
    void plant() throws IOException {
        program = new PiProvider(StoreFixture.copy("pi", home.toRealPath()).settings());
    }

    private ToldUsage read(String session) throws IOException {
        return ToldUsage.of(program, session, "");
    }

    private void append(String session, String lines) throws IOException {
        var file = new PiFiles(home.toRealPath().resolve(".pi/agent/sessions"))
                .find(session)
                .orElseThrow()
                .path();
        Files.writeString(file, lines, StandardOpenOption.APPEND);
    }

    @Test
    void every_answer_is_a_call_with_the_cost_that_the_program_says() throws IOException {
        var calls = read(TOOLS).records();
        assertThat(calls).hasSize(4).extracting(UsageRecord::model).containsOnly("lab-large");
        assertThat(calls.getFirst().tokens()).isEqualTo(new TokenCounts(1430, 20, 0, 0, 0, 0));
        assertThat(calls.stream().mapToDouble(UsageRecord::cost).sum()).isCloseTo(0.006426, within(1e-9));
    }

    @Test
    void what_was_taken_back_was_used_and_so_was_what_a_summary_took() throws IOException {
        assertThat(read(TREE).records()).hasSize(3);
        assertThat(read(COMPACTED).records())
                .extracting(UsageRecord::tokens)
                .contains(new TokenCounts(811, 30, 0, 0, 0, 0));
    }

    @Test
    void what_a_fork_copied_has_the_key_of_what_it_copied() throws IOException {
        var all = new HashSet<Long>();
        int records = 0;
        for (var row : StoreFixture.rows(program.store())) {
            var told = read(row.id().nativeId());
            assertThat(told.unreadable()).isZero();
            records += told.records().size();
            told.records().forEach(call -> all.add(call.key()));
        }
        // Two forks have copies of three answers.
        assertThat(all).hasSize(records - 6);
    }

    @Test
    void a_file_that_grew_is_read_from_its_mark() throws IOException {
        var before = read(TOOLS);
        append(TOOLS, """
                {"type":"usage","id":"f","parentId":"e91b6332","timestamp":"2026-11-22T21:10:00.000Z","usage":{"input":7,"output":3,"cacheRead":50,"cacheWrite":2,"reasoning":5}}
                """);
        assertThat(ToldUsage.of(program, TOOLS, before.mark()).records())
                .singleElement()
                .satisfies(call -> {
                    assertThat(call.tokens()).isEqualTo(new TokenCounts(7, 3, 50, 2, 0, 3));
                    assertThat(call.model()).isEqualTo("lab-large");
                    assertThat(call.cost()).isZero();
                });
    }

    @Test
    void counts_below_nothing_and_broken_lines_are_unreadable_and_a_quoted_count_is_none() throws IOException {
        append(TOOLS, """
                {"type":"message","id":"f","message":{"role":"assistant","usage":{"input":-7,"output":3}}}
                {"type":"message","id":"g","message":{"role":"assistant","usage":{"input":7,
                {"type":"message","id":"h","message":{"role":"user","content":"\\"usage\\":{\\"input\\":5}"}}
                """);
        var told = read(TOOLS);
        assertThat(told.unreadable()).isEqualTo(2);
        assertThat(told.records()).hasSize(4);
    }
}
