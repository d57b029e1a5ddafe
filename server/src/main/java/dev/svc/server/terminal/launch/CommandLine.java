package dev.svc.server.terminal.launch;

import java.nio.file.Path;
import java.util.List;

/// What a launch would run, for people to read before it does.
///
/// @param argv the program and its arguments
/// @param prompted a first prompt follows at the end of the last word
/// @param folder where it would run
/// @param exists whether that folder is there
/// @param moves whether the program resumes a session in another folder than its own
public record CommandLine(List<String> argv, boolean prompted, Path folder, boolean exists, boolean moves) {
    public CommandLine {
        argv = List.copyOf(argv);
    }
}
