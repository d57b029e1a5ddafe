package dev.svc.server.search;

import dev.svc.server.follow.FollowProgress.Phase;
import dev.svc.server.follow.HurriedFollower;
import dev.svc.server.search.index.SearchIndex;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;

/// Follows logs that it changes itself, until it is killed.
final class IndexVictim {
    private static final int SESSIONS = 30;

    private IndexVictim() {}

    /// Runs until it is killed.
    ///
    /// @param arguments the home of the logs, the folder of the index, a seed
    public static void main(String[] arguments) throws Exception {
        var logs = new LogFolder(Path.of(arguments[0]));
        var random = new Random(Long.parseLong(arguments[2]));
        var index = new SearchIndex(Path.of(arguments[1]), () -> 2048, () -> {});
        try (var follower = HurriedFollower.of(logs, index, Duration.ofMillis(random.nextInt(20)))) {
            follower.start();
            for (int change = 0; true; change++) {
                change(logs, random, change);
                System.out.println(follower.progress().phase() == Phase.STOPPED ? follower.progress() : "changed");
            }
        }
    }

    private static void change(LogFolder logs, Random random, int change) throws Exception {
        int session = random.nextInt(SESSIONS);
        switch (random.nextInt(20)) {
            case 0 -> Files.deleteIfExists(logs.log(session));
            case 1 ->
                Files.writeString(
                        logs.log(session), LogFolder.lines(session, words(random, change), words(random, change)));
            default -> {
                for (int i = random.nextInt(30); i >= 0; i--) {
                    logs.write(session, words(random, change));
                }
            }
        }
        logs.announce(session);
    }

    private static String words(Random random, int change) {
        return "change %d says word%d %s"
                .formatted(change, random.nextInt(10_000), "and more ".repeat(random.nextInt(50)));
    }
}
