package dev.svc.shared.control;

import dev.svc.shared.config.Platform;
import java.net.URI;
import java.util.List;

/// Hands an address to the browser, which signs in like any other: nothing is passed along.
public final class Opener {
    private final Platform platform;
    private final Command command;

    public Opener(Platform platform) {
        this.platform = platform;
        this.command = new Command(platform.environment());
    }

    public void open(URI address) {
        List<String> argv = switch (platform.family()) {
            case LINUX -> List.of("xdg-open", address.toString());
            case MAC -> List.of("open", address.toString());
            case WINDOWS -> List.of("rundll32", "url.dll,FileProtocolHandler", address.toString());
        };
        if (command.find(argv.getFirst()).isEmpty() && platform.family() == Platform.Family.LINUX) {
            throw new ControlException(
                    "No program was found that opens addresses (xdg-open): open %s in a browser.".formatted(address));
        }
        if (!command.launch(argv)) {
            throw new ControlException("No browser could be opened: open %s in one.".formatted(address));
        }
    }
}
