package dev.svc.server.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.terminal.host.Size;
import dev.svc.server.terminal.launch.Refusal;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Programs write their session and end at arbitrary moments, while viewers come and go: when all have ended, none
/// counts as running, and nothing of them is held.
class LifeStressIT {
    private static final int PROGRAMS = Boolean.getBoolean("svc.deep") ? 2_000 : 120;
    private static final int AT_ONCE = 8;
    private static final long SEED = 20_261_123;
    private static final String WHENEVER = """
            case $(($$ % 4)) in
                0) echo x >made-${PWD##*/}.session ;;
                1) echo up; sleep 0.0$(($$ % 10)); echo x >made-${PWD##*/}.session; sleep 0.$(($$ % 7)) ;;
                2) exit 3 ;;
                *) echo up; sleep 0.0$(($$ % 9)) ;;
            esac
            """;

    @TempDir
    Path temp;

    @Test
    void afterwards_nothing_lives_that_has_no_process_and_nothing_is_held() throws Exception {
        try (var house = new House(temp)) {
            house.minting.script = WHENEVER;
            try (var threads = Executors.newFixedThreadPool(AT_ONCE)) {
                var uses = IntStream.range(0, PROGRAMS)
                        .<Callable<Integer>>mapToObj(number -> () -> use(house, number))
                        .toList();
                for (var done : threads.invokeAll(uses)) {
                    done.get();
                }
            }
            Waiting.until(() -> house.terminals.nameless() == 0 && house.terminals.count() == 0);

            assertThat(house.terminals.running()).isEmpty();
            assertThat(house.terminals.statuses()).isEmpty();
            Waiting.until(() -> Leftovers.of(temp).isEmpty());
            assertThat(house.told.stream().filter(event -> event.startsWith("adopted")))
                    .hasSize(made(house));
        }
    }

    /// How many sessions were written. Each program has a folder of its own, so that its session is unmistakable.
    private static int made(House house) throws IOException {
        try (var files = Files.walk(house.folder)) {
            return (int)
                    files.filter(file -> file.toString().endsWith(".session")).count();
        }
    }

    private static int use(House house, int number) throws IOException {
        var random = new Random(SEED + number);
        var folder = Files.createDirectories(house.folder.resolve("of-" + number));
        var placeholder = new SessionId(EngineKey.CODEX, "new-" + number);
        var first = house.terminals.open(
                new AttachRequest(placeholder, Size.USUAL, null, true, folder, false, "first", false));
        try {
            house.terminals
                    .open(AttachRequest.of(placeholder, Size.USUAL, "second"))
                    .close();
        } catch (Refusal ended) {
            assertThat(ended.reason()).isEqualTo(Refusal.Reason.UNKNOWN);
        }
        if (random.nextBoolean()) {
            House.await(first, Output.Ended.class);
        }
        first.close();
        return number;
    }
}
