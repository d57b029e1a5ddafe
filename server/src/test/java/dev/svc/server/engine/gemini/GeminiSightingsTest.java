package dev.svc.server.engine.gemini;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.outside.MadeUpProcesses;
import dev.svc.server.engine.outside.Sighting;
import dev.svc.server.engine.outside.Sightings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GeminiSightingsTest {
    private static final String ID = "6738aeb0-1aae-43d7-b4ce-7151b1d33273";
    private static final String OTHER = "7738aeb0-1aae-43d7-b4ce-7151b1d33273";
    private static final Instant START = Instant.parse("2026-11-21T11:00:00Z");
    private static final Path SHOP = Path.of("/srv/shop");

    @TempDir
    Path home;

    private final MadeUpProcesses processes = new MadeUpProcesses();

    @Test
    void the_two_processes_of_a_run_are_one() {
        processes.add(7, 1, START, SHOP, "node", "/usr/bin/gemini", "--resume", ID);
        var child = processes.add(8, 7, START, SHOP, "/usr/bin/node", "--x", "/usr/bin/gemini", "--resume", ID);
        assertThat(sightings().look(processes))
                .containsExactly(new Sighting(ID, child, Sighting.State.UNKNOWN, null, true, true));
    }

    @Test
    void a_session_that_was_begun_under_an_id_is_sure() {
        processes.add(7, 1, START, SHOP, "gemini", "--session-id=shop-review-7");
        assertThat(sightings().look(processes)).extracting(Sighting::nativeId).containsExactly("shop-review-7");
    }

    @Test
    void without_an_id_it_is_probably_the_newest_chat_of_its_folder() throws IOException {
        chat(ID, 1);
        chat(OTHER, 2);
        processes.add(7, 1, START, SHOP, "gemini", "--resume", "latest");
        var seen = sightings().look(processes);
        assertThat(seen).extracting(Sighting::nativeId).containsExactly(OTHER);
        assertThat(seen).extracting(Sighting::sure).containsExactly(false);
    }

    @Test
    void what_was_written_before_it_started_or_in_another_folder_is_not_its_own() throws IOException {
        chat(ID, -1);
        chat(OTHER, 1);
        processes.add(7, 1, START, Path.of("/srv/else"), "gemini");
        processes.add(8, 1, START.plus(Duration.ofMinutes(5)), SHOP, "gemini");
        assertThat(sightings().look(processes)).isEmpty();
    }

    @Test
    void only_its_terminals_count() {
        assertThat(sightings().knows(List.of("node", "/usr/bin/gemini"))).isTrue();
        assertThat(sightings().knows(List.of("gemini", "--acp"))).isFalse();
        assertThat(sightings().knows(List.of("vim", "gemini"))).isFalse();
    }

    private Sightings sightings() {
        return new GeminiProvider(
                        new EngineSettings(home, List.of(), Path.of("/nowhere/gemini"), null, Map.of()), home, Set::of)
                .sightings()
                .orElseThrow();
    }

    private void chat(String id, int minutes) throws IOException {
        var project = home.resolve(".gemini/tmp/shop");
        var chats = Files.createDirectories(project.resolve("chats"));
        Files.writeString(project.resolve(".project_root"), SHOP.toString());
        var file = chats.resolve("session-2026-11-21T11-00-" + id.substring(0, 8) + ".jsonl");
        Files.writeString(
                file,
                "{\"sessionId\":\"" + id + "\",\"projectHash\":\"3f2d\",\"startTime\":\"2026-11-21T11:00:00.000Z\","
                        + "\"lastUpdated\":\"2026-11-21T11:00:00.000Z\",\"kind\":\"main\"}\n");
        Files.setLastModifiedTime(file, FileTime.from(START.plus(Duration.ofMinutes(minutes))));
    }
}
