package dev.svc.server.terminal.host;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// What to run: a command line as a list, the whole environment, the working folder, the size seen before the first
/// byte.
public record Order(List<String> argv, Map<String, String> environment, Path folder, Size size) {
    public Order {
        argv = List.copyOf(argv);
        environment = Map.copyOf(environment);
    }
}
