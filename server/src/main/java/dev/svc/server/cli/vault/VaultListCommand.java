package dev.svc.server.cli.vault;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.svc.server.cli.ExitCode;
import dev.svc.server.cli.JsonOutput;
import dev.svc.server.vault.HeldSession;
import dev.svc.shared.text.PlainText;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `svc vault list`: which sessions there are copies of.
@Command(
        name = "list",
        description = {
            "Lists the sessions that svc keeps a copy of, the last used first.",
            "Ends with 5 when there is none."
        })
final class VaultListCommand implements Callable<Integer> {
    private static final DateTimeFormatter DAY =
            DateTimeFormatter.ofPattern("yyyy-MM-dd").withZone(ZoneId.systemDefault());
    private static final int LONGEST_TITLE = 60;

    private final VaultPlace place;

    @Option(names = "--gone", description = "Only those that their program has deleted.")
    private boolean gone;

    @Option(names = "--json", description = "Prints an array of objects.")
    private boolean json;

    VaultListCommand(VaultPlace place) {
        this.place = place;
    }

    /// A copy as JSON.
    record View(
            String id,
            Instant modified,
            Instant copied,
            @Nullable Instant gone,
            long bytes,
            long size) {
        static View of(HeldSession held) {
            return new View(
                    held.id().toString(), held.modified(), held.copied(), held.gone(), held.bytes(), held.size());
        }
    }

    @Override
    public Integer call() throws IOException {
        try (var vault = place.open(place.config().get())) {
            var all = VaultPlace.sorted(vault, gone);
            if (json) {
                print(all.stream().map(View::of).toList());
            } else {
                for (var held : all) {
                    var title = VaultPlace.title(vault, held.id())
                            .map(PlainText::line)
                            .orElse("");
                    place.console()
                            .out()
                            .println("%s  %-8s %8s  %s  %s"
                                    .formatted(
                                            DAY.format(held.modified()),
                                            held.isTheOnlyOne() ? "deleted" : "here",
                                            VaultPlace.size(held.size()),
                                            held.id(),
                                            title.substring(0, Math.min(title.length(), LONGEST_TITLE))));
                }
            }
            return (all.isEmpty() ? ExitCode.NOTHING_FOUND : ExitCode.OK).number();
        }
    }

    private void print(Object views) throws JsonProcessingException {
        place.console().out().println(JsonOutput.of(views));
    }
}
