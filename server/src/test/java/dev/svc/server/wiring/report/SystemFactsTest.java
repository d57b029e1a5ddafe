package dev.svc.server.wiring.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.shared.config.Config;
import dev.svc.shared.config.Platform;
import dev.svc.shared.waiting.Waiting;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SystemFactsTest {
    @TempDir
    private Path folder;

    private MeasuredService service;
    private SystemFacts facts;

    @BeforeEach
    void a_service() throws Exception {
        service = new MeasuredService(folder);
        var platform = new Platform(Platform.Family.LINUX, folder, Map.of("SVC_HOME", folder.toString()));
        facts = new SystemFacts(Config.load(platform, null), service.measured);
    }

    @AfterEach
    void close() {
        service.close();
    }

    @Test
    void what_the_machine_says_comes_first() {
        assertThat(facts.view())
                .containsEntry("pid", ProcessHandle.current().pid())
                .containsKeys("hostname", "memory", "disk", "terminals", "index", "journal");
    }

    @Test
    void the_terminals_say_how_they_are_kept_and_how_many_there_are() {
        assertThat(facts.view().get("terminals"))
                .isEqualTo(Map.of("backend", "dtach", "scope", "none", "live", 1, "viewers", 0));
    }

    @Test
    void the_index_counts_all_sessions_and_the_stores_that_are_not_read_yet() throws Exception {
        assertThat(facts.view().get("index")).isEqualTo(Map.of("sessions", 0, "stores_being_read", 2L));
        service.read();
        var read = Map.of("sessions", 3, "stores_being_read", 0L);
        Waiting.until(
                () -> String.valueOf(facts.view().get("index")),
                () -> read.equals(facts.view().get("index")));
    }

    @Test
    void the_search_says_how_far_it_is_and_what_it_takes() {
        assertThat(facts.view().get("search")).hasToString("{state=off, indexed=0, of=0, bytes=0, reason=null}");
    }

    @Test
    void the_journal_shows_its_newest_entry_and_its_damage() {
        assertThat(facts.view().get("journal")).hasToString("{seq=3, damage=null}");
        service.damage = Optional.of("entry 2 is lost");
        assertThat(facts.view().get("journal")).isEqualTo(Map.of("seq", 3L, "damage", "entry 2 is lost"));
    }
}
