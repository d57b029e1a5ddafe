package dev.svc.server.wiring.update;

import dev.svc.shared.file.OwnerOnly;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Starts the command svc so that it survives this process: in a session of its own, with no pipe back here.
final class Detached {
    private static final List<Path> SETSID = List.of(Path.of("/usr/bin/setsid"), Path.of("/bin/setsid"));

    private Detached() {}

    static void start(Path command, List<String> words, Map<String, String> environment, Path home) throws IOException {
        var argv = new ArrayList<String>();
        SETSID.stream().filter(Files::isExecutable).findFirst().ifPresent(setsid -> argv.add(setsid.toString()));
        argv.add(command.toString());
        argv.addAll(words);
        Path output = OwnerOnly.folder(home.resolve("update")).resolve("output");
        Files.deleteIfExists(output);
        Files.createFile(output, OwnerOnly.fileAttributes(output));
        var builder = new ProcessBuilder(argv)
                .directory(home.toFile())
                .redirectInput(Redirect.from(new File("/dev/null")))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().clear();
        builder.environment().putAll(environment);
        builder.start();
    }
}
