package dev.svc.server.engine;

import java.util.List;
import java.util.Map;

/// A command line as a list, never as a string for a shell, with additions to the environment.
public record Launch(List<String> argv, Map<String, String> environment) {
    public Launch {
        argv = List.copyOf(argv);
        environment = Map.copyOf(environment);
    }

    public static Launch of(String... argv) {
        return new Launch(List.of(argv), Map.of());
    }
}
