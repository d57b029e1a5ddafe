package dev.svc.server;

import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.PreInterruptCallback;
import org.junit.jupiter.api.extension.PreInterruptContext;

/// Shows what the threads do of the Java programs that a test has started, where it waits for them in vain: its own
/// threads say only that they wait.
public final class StartedThreads implements PreInterruptCallback {
    @Override
    public void beforeThreadInterrupt(PreInterruptContext context, ExtensionContext test) throws Exception {
        show();
    }

    static void show() throws IOException, InterruptedException {
        for (var child : ProcessHandle.current().children().toList()) {
            if (child.info().command().filter(it -> it.endsWith("/java")).isPresent()) {
                System.err.printf("%s:%n%s%n", child.info().commandLine().orElse("a program"), of(child));
            }
        }
    }

    /// Virtual threads, too, which a plain dump leaves out.
    static String of(ProcessHandle program) throws IOException, InterruptedException {
        var folder = Files.createTempDirectory("threads");
        var file = folder.resolve("threads.txt");
        var jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        var asking = new ProcessBuilder(jcmd, Long.toString(program.pid()), "Thread.dump_to_file", file.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("said").toFile())
                .start();
        try {
            int code = Waiting.exitCode(asking);
            return Files.readString(code == 0 ? file : folder.resolve("said"));
        } finally {
            Files.deleteIfExists(file);
            Files.deleteIfExists(folder.resolve("said"));
            Files.delete(folder);
        }
    }
}
