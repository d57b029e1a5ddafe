package dev.svc.server.journal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.metadata.event.MetadataEvent.Renamed;
import dev.svc.server.metadata.fold.Organisation;
import dev.svc.server.sidecar.Sidecar;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/// Kills a process that changes metadata, again and again on the same home, at any point of its life.
class JournalKillIT {
    private static final int ROUNDS = Integer.getInteger("svc.kill.rounds", Boolean.getBoolean("svc.deep") ? 100 : 12);
    private static final int TOLD_EVERY = 25;
    private static final int MOST_LINES = 400;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path folder = Path.of("");

    private final Set<String> tried = new HashSet<>();
    private final Set<String> acknowledged = new HashSet<>();
    private final List<String> notices = new ArrayList<>();

    @Test
    void nothing_acknowledged_is_lost_nothing_is_invented_and_the_sidecar_is_what_replaying_gives() throws Exception {
        long seed = Long.getLong("svc.kill.seed", System.nanoTime());
        var random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            int lines = round % 5 == 0 ? random.nextInt(3) : random.nextInt(MOST_LINES);
            live(round, lines);
            judge("seed " + seed + ", round " + round + ", killed after " + lines + " lines");
            if ((round + 1) % TOLD_EVERY == 0 || round + 1 == ROUNDS) {
                tell(round + 1);
            }
        }
        assertThat(acknowledged).isNotEmpty();
        assertThat(notices).isEmpty();
    }

    /// Prints the interim result, because five hundred rounds take long.
    private void tell(int kills) {
        System.out.printf(
                "%d kills, %d changes tried, %d acknowledged, 0 lost, 0 invented%n",
                kills, tried.size(), acknowledged.size());
    }

    private void live(int round, int lines) throws IOException, InterruptedException {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("-") && !argument.startsWith("-javaagent"))
                .toList());
        command.addAll(List.of("-Xmx128m", "-cp", System.getProperty("java.class.path"), Victim.class.getName()));
        command.addAll(List.of(folder.toString(), Integer.toString(round)));
        var process = new ProcessBuilder(command)
                .redirectError(folder.resolve("errors").toFile())
                .start();
        try (var output = process.inputReader()) {
            for (int i = 0; i < lines; i++) {
                note(output.readLine());
            }
            process.toHandle().destroyForcibly(); // the process object would close the pipe with what is still in it
            output.lines().forEach(this::note);
        }
        process.waitFor();
    }

    private void note(@org.jspecify.annotations.Nullable String line) {
        if (line == null) {
            throw new AssertionError("the process ended by itself");
        }
        if (line.startsWith("try ")) {
            tried.add(line.substring(4));
        } else if (line.startsWith("ack ")) {
            acknowledged.add(line.substring(4));
        } else if (line.startsWith("opened ")) {
            notices.add(line);
        }
    }

    /// By hashes: an assertion that compares each with each would take longer than the kills.
    private static Set<String> without(Set<String> all, Set<String> these) {
        var rest = new HashSet<>(all);
        rest.removeAll(these);
        return rest;
    }

    private void judge(String about) throws IOException {
        var clock = Clock.fixed(Sample.START.plus(Duration.ofDays(30_000)), ZoneOffset.UTC);
        try (var journal = ChronicleJournal.open(folder.resolve("journal"), clock)) {
            assertThat(journal.damage()).as(about).isEmpty();
            var titles = new HashSet<String>();
            var folded = new Organisation[] {Organisation.EMPTY};
            journal.read(0, link -> {
                folded[0] = folded[0].apply(link.entry());
                if (link.entry().event() instanceof Renamed renamed && renamed.title() != null) {
                    titles.add(renamed.title());
                }
                return true;
            });
            assertThat(without(acknowledged, titles)).as(about + ": lost").isEmpty();
            assertThat(without(titles, tried)).as(about + ": invented").isEmpty();
            try (var metadata = new Metadata(journal, clock);
                    var sidecar = Sidecar.start(
                            folder.resolve("metadata.json"), folder.resolve("prefs.json"), metadata, clock)) {
                sidecar.flush();
                assertThat(sidecar.notice()).as(about).isEmpty();
                assertThat(metadata.organisation().holdsTheSameAs(folded[0]))
                        .as(about)
                        .isTrue();
                var file = new ObjectMapper()
                        .readTree(folder.resolve("metadata.json").toFile());
                assertThat(file.path("seq").asLong())
                        .as(about)
                        .isEqualTo(journal.head().seq());
                assertThat(file.path("hash").asText())
                        .as(about)
                        .isEqualTo(journal.head().hash().toString());
                assertThat(file.at("/data/sessions").size())
                        .as(about)
                        .isEqualTo(folded[0].marked().size());
            }
        }
    }
}
