package dev.svc.server.terminal.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Scored against recordings of the real programs. The rules were written with some scenes in sight, and are judged on
/// the others.
class StatusReaderTest {
    private static final Path RECORDED = Path.of("src/test/resources/fixtures/screens");
    private static final Set<String> SEEN =
            Set.of("startup", "permission", "dialogs", "denied", "announced", "commands", "fork", "trust");
    private static final double GOAL = 0.98;

    @ParameterizedTest
    @MethodSource("dev.svc.server.terminal.status.RealScreens#recorded")
    void scenes_seen_while_writing_are_read_right(String engine) throws IOException {
        assertReadsRight(engine, true);
    }

    @ParameterizedTest
    @MethodSource("dev.svc.server.terminal.status.RealScreens#recorded")
    void scenes_never_looked_at_are_read_right(String engine) throws IOException {
        assertReadsRight(engine, false);
    }

    @ParameterizedTest
    @ValueSource(strings = {"claude", "codex", "opencode", "gemini", "kimi", "qwen"})
    void a_menu_that_its_person_has_opened_asks_for_nothing(String engine) throws IOException {
        var score = casts(engine, true).stream()
                .map(Cast::ownMenus)
                .reduce(new Cast.Score(0, 0, List.of()), Cast.Score::plus);
        assertThat(score.looked()).isPositive();
        assertThat(score.wrong()).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("dev.svc.server.terminal.status.RealScreens#aliases")
    void a_shell_that_quotes_menus_asks_for_nothing(String engine) throws IOException {
        var score =
                Cast.read("shell", RECORDED.resolve("shell/bare-shell.cast")).silence(RealScreens.of(engine));
        assertThat(score.looked()).isPositive();
        assertThat(score.share())
                .withFailMessage(String.join("\n", score.wrong()))
                .isGreaterThanOrEqualTo(GOAL);
    }

    private static void assertReadsRight(String engine, boolean seen) throws IOException {
        var score = new Cast.Score(0, 0, List.of());
        for (var cast : casts(engine, seen)) {
            score = score.plus(cast.score());
        }
        System.out.printf("%s, %s scenes: %.2f %%%n", engine, seen ? "seen" : "held-out", score.share() * 100);
        assertThat(score.looked()).isPositive();
        assertThat(score.share())
                .as(() -> engine)
                .withFailMessage(String.join("\n", score.wrong()))
                .isGreaterThanOrEqualTo(GOAL);
    }

    private static List<Cast> casts(String engine, boolean seen) throws IOException {
        try (var files = Files.list(RECORDED.resolve(engine))) {
            return files.filter(file -> file.toString().endsWith(".cast"))
                    .filter(file -> SEEN.contains(file.getFileName().toString().replace(".cast", "")) == seen)
                    .sorted()
                    .map(file -> read(engine, file))
                    .toList();
        }
    }

    private static Cast read(String engine, Path file) {
        try {
            return Cast.read(engine, file);
        } catch (IOException unreadable) {
            throw new java.io.UncheckedIOException(unreadable);
        }
    }
}
