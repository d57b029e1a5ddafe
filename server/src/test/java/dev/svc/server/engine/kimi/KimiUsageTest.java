package dev.svc.server.engine.kimi;

import static org.assertj.core.api.Assertions.assertThat;

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

class KimiUsageTest {
    private static final String WITH_AGENT = "session_62dbaaf5-248c-4d5b-b860-ca9b91b60c32";
    private static final String FORK = "session_af7be36e-c426-4308-b8a6-b272ec6c1eeb";

    @TempDir
    Path home = Path.of("");

    private KimiProvider program;

    @BeforeEach
    void plant() throws IOException {
        program = new KimiProvider(StoreFixture.copy("kimi", home.toRealPath()).settings());
    }

    private Path wire(String session) throws IOException {
        try (var files = Files.walk(home)) {
            return files.filter(file -> file.toString().endsWith(session + "/agents/main/wire.jsonl"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private ToldUsage read(String session) throws IOException {
        return ToldUsage.of(program, session, "");
    }

    @Test
    void the_wires_of_all_agents_are_read() throws IOException {
        var main = Files.readAllLines(wire(WITH_AGENT)).stream()
                .filter(line -> line.startsWith("{\"type\":\"usage.record\""))
                .count();

        assertThat(read(WITH_AGENT).records()).hasSizeGreaterThan((int) main);
    }

    @Test
    void the_model_is_the_one_that_the_request_asked_for() throws IOException {
        assertThat(read(WITH_AGENT).records()).extracting(UsageRecord::model).containsOnly("lab-model");
    }

    @Test
    void what_a_fork_copied_has_the_key_of_what_it_copied() throws IOException {
        var all = new HashSet<Long>();
        int records = 0;
        for (var row : StoreFixture.rows(program.store())) {
            var told = read(row.id().nativeId());
            records += told.records().size();
            told.records().forEach(call -> all.add(call.key()));
        }

        assertThat(read(FORK).records()).isNotEmpty();
        assertThat(records).isEqualTo(16);
        assertThat(all).hasSize(14);
    }

    @Test
    void a_wire_that_grew_is_read_from_its_mark() throws IOException {
        var before = read(FORK);
        Files.writeString(
                wire(FORK),
                "{\"type\":\"usage.record\",\"agentId\":\"main\",\"model\":\"lab\",\"usage\":{\"inputOther\":7,\"output\":3,"
                        + "\"inputCacheRead\":50,\"inputCacheCreation\":2},\"usageScope\":\"turn\",\"time\":1795258867635}\n",
                StandardOpenOption.APPEND);

        assertThat(ToldUsage.of(program, FORK, before.mark()).records())
                .singleElement()
                .satisfies(call -> {
                    assertThat(call.tokens()).isEqualTo(new TokenCounts(7, 3, 50, 2, 0, 0));
                    assertThat(call.model()).isEqualTo("lab-model");
                });
    }

    @Test
    void a_record_with_counts_below_nothing_is_unreadable() throws IOException {
        Files.writeString(wire(FORK), """
                {"type":"usage.record","usage":{"inputOther":-7,"output":3},"time":1795258867635}
                {"type":"usage.record"}
                """, StandardOpenOption.APPEND);

        assertThat(read(FORK).unreadable()).isEqualTo(2);
    }
}
