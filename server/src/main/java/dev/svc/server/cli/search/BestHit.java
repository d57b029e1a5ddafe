package dev.svc.server.cli.search;

import dev.svc.server.cli.CommandException;
import dev.svc.server.cli.Console;
import dev.svc.server.cli.ExitCode;
import dev.svc.server.search.index.FoundTurns.Hit;
import dev.svc.server.session.SessionId;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.Platform;
import dev.svc.shared.control.Address;
import dev.svc.shared.control.ControlException;
import dev.svc.shared.control.Opener;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/// Shows the best hit in the page.
final class BestHit {
    private final Config config;
    private final Console console;

    BestHit(Config config, Console console) {
        this.config = config;
        this.console = console;
    }

    /// Prints its address, and hands it to the browser where there is a desktop.
    void open(SessionId session, List<Hit> hits) {
        var address = Address.page(config).resolve(place(session, hits));
        console.out().println(address);
        if (hasDesktop()) {
            hand(address);
        }
    }

    /// As the page addresses a turn.
    private static String place(SessionId session, List<Hit> hits) {
        var id = URLEncoder.encode(session.toString(), StandardCharsets.UTF_8)
                .replace("+", "%20")
                .replace("%3A", ":");
        var turn = hits.stream().findFirst().map(best -> "#turn-" + best.turn()).orElse("");
        return "/s/%s/transcript%s".formatted(id, turn);
    }

    private boolean hasDesktop() {
        var platform = config.platform();
        return platform.family() != Platform.Family.LINUX
                || Stream.of("DISPLAY", "WAYLAND_DISPLAY")
                        .anyMatch(name ->
                                !platform.environment().getOrDefault(name, "").isBlank());
    }

    private void hand(URI address) {
        try {
            new Opener(config.platform()).open(address);
        } catch (ControlException noBrowser) {
            throw new CommandException(ExitCode.FAILED, String.valueOf(noBrowser.getMessage()));
        }
    }
}
