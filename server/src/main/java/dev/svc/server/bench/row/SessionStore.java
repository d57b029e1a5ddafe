package dev.svc.server.bench.row;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.svc.server.bench.ground.Ground;
import dev.svc.shared.file.WholeFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/// Sessions as Claude Code writes them, in a home of the benchmark's: of many lengths, a few very long,
/// in 200 folders.
public final class SessionStore {
    private static final int FOLDERS = 200;
    private static final int MANY = 20_000; // sessions that are short, as the disk has an end
    private static final double USUAL = 20 << 10; // bytes, of half of them
    private static final double SHORT = 2 << 10;
    private static final double SPREAD = 1.4;
    private static final double LONGEST = 60e6;
    private static final Instant BEGIN = Instant.ofEpochSecond(1_760_000_000);
    private static final List<String> WORDS = List.of(
            "fix the build session token terminal parser über naïve 日本語 refactor test journal replay browser socket latency index store error trace"
                    .split(" ", -1));

    private final Path home;
    private final Random random = new Random(11);
    private final List<String> texts = new ArrayList<>();

    private SessionStore(Path home) {
        this.home = home;
        for (int i = 0; i < 400; i++) {
            var text = new StringBuilder();
            for (int words = List.of(8, 30, 120, 400).get(random.nextInt(4)); words > 0; words--) {
                text.append(any(WORDS)).append(words == 1 ? "" : " ");
            }
            texts.add(text.toString());
        }
    }

    /// How long making it takes, about.
    public static Duration lasting(int sessions) {
        return Duration.ofMillis(3_000 + (sessions > MANY ? 1L : 3L) * sessions);
    }

    /// Writes so many, and returns the home that they are in; it is there whole or not at all.
    public static Path make(Ground ground, int sessions) throws IOException, InterruptedException {
        var home = ground.file("store-" + sessions);
        if (!Files.exists(home)) {
            var begun = ground.file("store-begun");
            WholeFolder.remove(begun);
            require(ground.folder("tmp"), sessions);
            var store = new SessionStore(begun);
            for (int i = 0; i < sessions; i++) {
                ground.keepGoing();
                store.write(sessions > MANY ? SHORT : USUAL);
            }
            Files.move(begun, home);
        }
        return home;
    }

    private static void require(Path folder, int sessions) throws IOException {
        double each = (sessions > MANY ? SHORT : USUAL) * 3 + 8_192;
        long free = Files.getFileStore(folder).getUsableSpace();
        if (free < sessions * each) {
            throw new IOException("%,d sessions take %,.0f MB in %s, which has %,d free: set TMPDIR to another folder."
                    .formatted(sessions, sessions * each / 1e6, folder, free / 1_000_000));
        }
    }

    /// The logs of all sessions, in no order.
    public static List<Path> logs(Path home) throws IOException {
        try (var files = Files.walk(home.resolve(".claude/projects"))) {
            return files.filter(file -> file.toString().endsWith(".jsonl")).toList();
        }
    }

    private void write(double median) throws IOException {
        int folder = random.nextInt(FOLDERS);
        var id = new UUID((random.nextLong() & ~0xF000L) | 0x4000L, (random.nextLong() >>> 2) | (1L << 63));
        double size = Math.min(median * Math.exp(random.nextGaussian() * SPREAD), LONGEST);
        var time = BEGIN.plusSeconds(random.nextInt(8_000_000));
        var log = new StringBuilder();
        for (int turn = 0; log.length() < size; turn++) {
            time = time.plusSeconds(random.nextInt(60));
            log.append(turn % 2 == 0 ? asked(id, folder, time) : answered(id, folder, time));
        }
        var file = Files.createDirectories(home.resolve(".claude/projects/-home-u-proj-" + folder))
                .resolve(id + ".jsonl");
        Files.write(file, log.toString().getBytes(UTF_8));
        Files.setLastModifiedTime(file, FileTime.from(time));
    }

    private String asked(UUID session, int folder, Instant time) {
        return record(session, folder, time, "user", "{\"role\":\"user\",\"content\":\"%s\"}".formatted(any(texts)));
    }

    private String answered(UUID session, int folder, Instant time) {
        return record(
                session,
                folder,
                time,
                "assistant",
                ("{\"role\":\"assistant\",\"model\":\"claude-sonnet-4-5\",\"content\":[{\"type\":\"text\",\"text\":\"%s\"}],"
                                + "\"usage\":{\"input_tokens\":%d,\"output_tokens\":%d}}")
                        .formatted(any(texts), random.nextInt(4_000), random.nextInt(900)));
    }

    private String record(UUID session, int folder, Instant time, String type, String message) {
        return ("{\"type\":\"%s\",\"uuid\":\"%s\",\"sessionId\":\"%s\",\"cwd\":\"/home/u/proj/%d\",\"timestamp\":\"%s\","
                        + "\"isSidechain\":false,\"userType\":\"external\",\"version\":\"2.0.14\",\"message\":%s}\n")
                .formatted(type, new UUID(random.nextLong(), random.nextLong()), session, folder, time, message);
    }

    private String any(List<String> of) {
        return of.get(random.nextInt(of.size()));
    }
}
