package dev.svc.tray;

import dev.svc.shared.config.ConfigException;
import dev.svc.shared.config.Home;
import dev.svc.shared.config.Platform;
import dev.svc.tray.host.SingleInstance;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/// Where the tray begins: `svc tray [--window]`.
public final class Main {
    private static final String USAGE = """
            Usage: svc tray [--window]
            Puts svc into the desktop's tray: its state, the sessions that wait for you, start, stop, updates and the way
            back in. Where the desktop has no tray, a window says the same.
                  --window   opens the window at once
              -h, --help     prints this help
            """;

    /// Kept, because a level is forgotten with its logger: the library's messages about a working bus are noise.
    private static final Logger BUS = Logger.getLogger("org.freedesktop.dbus");

    private Main() {}

    public static void main(String[] arguments) {
        BUS.setLevel(Level.WARNING);
        System.exit(run(List.of(arguments)));
    }

    private static int run(List<String> words) {
        if (words.contains("--help") || words.contains("-h")) {
            System.out.print(USAGE);
            return 0;
        }
        if (!List.of("--window").containsAll(words)) {
            System.err.println("svc: tray takes no %s. Run  svc tray --help  to see what there is."
                    .formatted(String.join(" ", words)));
            return 2;
        }
        try {
            return begin(words.contains("--window"));
        } catch (ConfigException wrong) {
            System.err.println("svc: " + wrong.getMessage());
            return 78;
        } catch (IOException notWritable) {
            System.err.println("svc: the home cannot be written (%s): mend its permissions or set SVC_HOME."
                    .formatted(notWritable.getMessage()));
            return 73;
        }
    }

    private static int begin(boolean window) throws IOException {
        Platform platform = Platform.current();
        Path data = Home.of(platform).data();
        var single = SingleInstance.tryBe(data);
        if (single.isEmpty()) {
            System.err.println("svc: a tray of " + data + " is there already; it was asked to show its window.");
            return 0;
        }
        Path programRoot = Path.of(System.getProperty("svc.root", "."));
        try (var one = single.get();
                var tray = new Tray(platform, programRoot, data, one::isAskedToShow)) {
            return tray.run(window);
        }
    }
}
