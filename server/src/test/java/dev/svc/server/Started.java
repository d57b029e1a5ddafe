package dev.svc.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// The real command as its own process, as the launcher starts it, with output kept in files.
final class Started implements AutoCloseable {
    private final Process process;
    private final Path out;
    private final Path err;

    private Started(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    /// @param environment replaces every `SVC_*` variable of the surroundings
    static Started svc(Path folder, Map<String, String> environment, String... arguments) throws IOException {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "@jvm.options",
                "-jar",
                "target/svc.jar"));
        command.addAll(List.of(arguments));
        Path out = Files.createTempFile(folder, "out", ".txt");
        Path err = Files.createTempFile(folder, "err", ".txt");
        var builder = new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("SVC_"));
        builder.environment().put("HOME", folder.toString());
        builder.environment().putAll(environment);
        return new Started(builder.start(), out, err);
    }

    /// Waits for the end and returns the exit code.
    int exitCode() throws InterruptedException {
        if (!process.waitFor(60, TimeUnit.SECONDS)) {
            throw new AssertionError("still running; it said: " + out() + err());
        }
        return process.exitValue();
    }

    /// Waits until the service says where it answers.
    String address() throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (System.nanoTime() < deadline && process.isAlive()) {
            String said = out();
            int at = said.indexOf("http://");
            if (at >= 0 && said.indexOf('\n', at) > 0) {
                return said.substring(at, said.indexOf('\n', at)).strip();
            }
            TimeUnit.MILLISECONDS.sleep(20);
        }
        throw new AssertionError("never ready; it said: " + out() + err());
    }

    Process process() {
        return process;
    }

    String out() {
        return read(out);
    }

    String err() {
        return read(err);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file, StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
