package dev.svc.server.bench.ground;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// How this very program is called again: by its launcher, or where there is none as this process was.
public final class OwnProgram {
    private OwnProgram() {}

    /// As a person calls it.
    ///
    /// @param words the subcommand and what follows it
    public static List<String> command(String... words) {
        var command =
                new ArrayList<>(launcher().map(it -> List.of(it.toString())).orElseGet(OwnProgram::java));
        command.addAll(List.of(words));
        return command;
    }

    /// The script in front of it.
    public static Optional<Path> launcher() {
        return root().flatMap(root -> Stream.of(
                        root.resolve("svc"), root.resolve("../../bin/svc").normalize())
                .filter(Files::isExecutable)
                .filter(Files::isRegularFile)
                .findFirst());
    }

    /// The checkout, release or package that runs.
    public static Optional<Path> root() {
        return Optional.ofNullable(System.getProperty("svc.root"))
                .map(root -> Path.of(root).toAbsolutePath().normalize());
    }

    private static List<String> java() {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home", ""), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> option.startsWith("-") && !option.startsWith("-javaagent"))
                .forEach(command::add);
        command.add("-jar");
        command.add(Path.of(System.getProperty("java.class.path", ""))
                .toAbsolutePath()
                .toString());
        return command;
    }

    /// What it needs to know to find its Java and nothing of this person's.
    ///
    /// @param data its whole home
    public static Map<String, String> surroundings(Path data) {
        var known = new HashMap<String, String>();
        known.put("JAVA_HOME", System.getProperty("java.home", ""));
        known.put("SVC_HOME", data.toString());
        known.put("SVC_AUTH_MODE", "none");
        known.put("SVC_PORT", "0");
        return known;
    }
}
