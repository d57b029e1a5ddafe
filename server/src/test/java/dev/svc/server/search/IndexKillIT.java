package dev.svc.server.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.follow.HurriedFollower;
import dev.svc.server.search.index.Documents;
import dev.svc.server.search.index.SearchIndex;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/// Kills a process that follows changing logs into an index, again and again on the same index, at any point of its
/// life.
class IndexKillIT {
    private static final int ROUNDS = Boolean.getBoolean("svc.deep") ? 50 : 5;
    private static final int MOST_CHANGES = 150;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path folder = Path.of("");

    @Test
    void what_goes_on_after_a_kill_ends_with_the_index_from_nothing() throws Exception {
        long seed = Long.getLong("svc.kill.seed", System.nanoTime());
        var random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            live(random.nextLong(), random.nextInt(MOST_CHANGES));
            judge(round, "seed " + seed + ", round " + round);
        }
    }

    private void live(long seed, int changes) throws IOException, InterruptedException {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> argument.startsWith("-") && !argument.startsWith("-javaagent"))
                .toList());
        command.addAll(List.of("-Xmx128m", "-cp", System.getProperty("java.class.path"), IndexVictim.class.getName()));
        command.addAll(List.of(
                folder.resolve("home").toString(), folder.resolve("index").toString(), Long.toString(seed)));
        var process = new ProcessBuilder(command)
                .redirectError(folder.resolve("errors").toFile())
                .start();
        try (var output = process.inputReader()) {
            for (int i = 0; i < changes; i++) {
                assertThat(output.readLine()).isEqualTo("changed");
            }
            process.toHandle().destroyForcibly();
            assertThat(output.lines()).allMatch("changed"::startsWith);
        }
        process.waitFor();
    }

    private void judge(int round, String about) throws IOException {
        var logs = new LogFolder(folder.resolve("home"));
        try (var index = new SearchIndex(folder.resolve("index"), () -> 2048, () -> {});
                var fresh = new SearchIndex(folder.resolve("fresh" + round), () -> 2048, () -> {})) {
            HurriedFollower.run(logs, index);
            HurriedFollower.run(logs, fresh);
            assertThat(Documents.of(index)).as(about).isEqualTo(Documents.of(fresh));
            assertThat(index.trouble()).as(about).isEmpty();
            fresh.delete();
        }
    }
}
