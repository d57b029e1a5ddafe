package dev.svc.server;

import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

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

    /// The variables of a service that has its home in a folder, lets everybody in, shows a page that says nothing, and
    /// finds one program as Claude Code.
    static Map<String, String> around(Path folder, Path program) throws IOException {
        var page = Files.createDirectories(folder.resolve("dist"));
        Files.writeString(page.resolve("index.html"), "<!doctype html><title>svc</title>");
        return Map.of(
                "SVC_HOME", folder.resolve("svc").toString(),
                "SVC_PORT", "0",
                "SVC_AUTH_MODE", "none",
                "SVC_ENGINE1_BIN", program.toString(),
                "SVC_WEB_DIST", page.toString());
    }

    /// @param environment replaces every `SVC_*` variable of the surroundings
    static Started svc(Path folder, Map<String, String> environment, String... arguments) throws IOException {
        return start(folder, environment, command(environment, arguments));
    }

    /// The same in a shell with another umask.
    static Started svcUnder(String umask, Path folder, Map<String, String> environment, String... arguments)
            throws IOException {
        var command = new ArrayList<>(List.of("sh", "-c", "umask " + umask + "; exec \"$@\"", "svc"));
        command.addAll(command(environment, arguments));
        return start(folder, environment, command);
    }

    /// Away from the folders of the build, where most people start it.
    ///
    /// @param temporary where it keeps temporary files
    static Started svcElsewhere(Path folder, Path temporary, Map<String, String> environment, String... arguments)
            throws IOException {
        var command = new ArrayList<>(
                List.of("sh", "-c", "cd \"$1\"; shift; exec \"$@\"", "svc", temporary.toString(), java()));
        Path build = Path.of("").toAbsolutePath();
        command.add("@" + build.resolve("jvm.options"));
        command.addAll(List.of("-Djava.io.tmpdir=" + temporary, "-XX:TieredStopAtLevel=1"));
        command.addAll(List.of("-jar", build.resolve("target/svc.jar").toString()));
        command.addAll(List.of(arguments));
        return start(folder, environment, command);
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /// Processes that live for seconds: their first compiler alone takes a third less of the processor. Hashing a
    /// password takes ten times as long without the second one.
    private static List<String> command(Map<String, String> environment, String... arguments) {
        boolean hashes = List.of(arguments).contains("serve") && !"none".equals(environment.get("SVC_AUTH_MODE"));
        var command = new ArrayList<>(List.of(java(), "@jvm.options"));
        command.addAll(StartupCache.options());
        command.addAll(hashes ? List.of() : List.of("-XX:TieredStopAtLevel=1"));
        command.addAll(List.of("-jar", "target/svc.jar"));
        command.addAll(List.of(arguments));
        return command;
    }

    private static Started start(Path folder, Map<String, String> environment, List<String> command)
            throws IOException {
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
        return Waiting.exitCode(process);
    }

    /// Waits until the service says where it answers.
    String address() {
        var line = Pattern.compile("http://.*(?=\n)");
        Waiting.until(
                () -> "an address; it said: " + out() + err(),
                () -> line.matcher(out()).find() || !process.isAlive());
        var found = line.matcher(out());
        if (!found.find()) {
            throw new AssertionError("it ended and said: " + out() + err());
        }
        return found.group().strip();
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

    /// Every program that names the folder in its command line.
    static List<ProcessHandle> running(Path folder) {
        return Programs.with(folder.toString()).map(Programs.Program::process).toList();
    }

    /// Ends all of them, and waits for it: a program that ends may still write into the folder that the test is about
    /// to remove.
    static void endAll(Path folder) {
        Waiting.until(() -> "the end of all that was started", () -> {
            var left = running(folder);
            left.forEach(ProcessHandle::destroyForcibly);
            return left.isEmpty();
        });
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
