package dev.svc.server.terminal.status;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.session.Ask.Choice;
import dev.svc.server.session.Ask.Effect;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/// Every dialog of a real program that was recorded, with all that is read of it. The table is there to be read by
/// people: an option that changes what it does shows up in it.
class RecordedDialogsTest {
    private static final Path FIXTURES = Path.of("src/test/resources/fixtures");
    private static final Path TABLE = FIXTURES.resolve("dialogs/table.txt");
    private static final Path NOW = Path.of("target/dialogs-table.txt");

    @Test
    void the_table_says_what_every_option_of_a_recorded_dialog_does() throws IOException {
        var now = new StringBuilder();
        for (String program : RealScreens.recorded().toList()) {
            for (var dialog : dialogs(program).entrySet()) {
                now.append(said(dialog.getKey(), dialog.getValue()));
            }
        }
        Files.writeString(NOW, now);
        assertThat(now.toString()).as("the table as it is now lies in " + NOW).isEqualTo(Files.readString(TABLE));
    }

    private static Map<String, Menu> dialogs(String program) throws IOException {
        var all = new TreeMap<String, Menu>();
        for (var file : files(FIXTURES.resolve("screens").resolve(program), ".cast")) {
            var cast = Cast.read(program, file);
            for (double from : cast.waitings().toList()) {
                all.put(
                        "%s %s at %.1f".formatted(program, cast.scene(), from),
                        cast.menus(from).getFirst());
            }
        }
        return all;
    }

    private static List<Path> files(Path folder, String suffix) throws IOException {
        try (var files = Files.list(folder)) {
            return new ArrayList<>(
                    files.filter(it -> it.toString().endsWith(suffix)).sorted().toList());
        }
    }

    private static String said(String name, Menu menu) {
        var text = new StringBuilder(
                "== %s: %s, %s\n".formatted(name, menu.kind().name().toLowerCase(Locale.ROOT), menu.text()));
        if (menu.about() != null) {
            menu.about()
                    .lines()
                    .forEach(
                            line -> text.append(("    " + line).stripTrailing()).append('\n'));
        }
        menu.choices().forEach(choice -> text.append(said(choice)));
        return text.append('\n').toString();
    }

    private static String said(Choice choice) {
        String does = choice.effect() == Effect.TERMINAL
                ? "-"
                : choice.effect().name().toLowerCase(Locale.ROOT);
        return "%s %-13s %s\n".formatted(choice.key(), choice.lasting() ? does + " lasting" : does, choice.label());
    }

    @Test
    void no_option_is_taken_for_harmless_that_gives_more_than_it_names() throws IOException {
        for (String line : new String(Files.readAllBytes(TABLE), UTF_8).lines().toList()) {
            if (line.matches("[1-9] (allow|choose).*")) {
                assertThat(line.toLowerCase(Locale.ROOT))
                        .doesNotContain("auto")
                        .doesNotContain("switch")
                        .doesNotContain("bypass")
                        .doesNotContain("trust")
                        .doesNotContain("all edits");
            }
        }
    }
}
