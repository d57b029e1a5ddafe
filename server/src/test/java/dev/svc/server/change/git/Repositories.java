package dev.svc.server.change.git;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A repository for tests, made with git as people use it.
public final class Repositories {
    private final Path root;

    private Repositories(Path root) {
        this.root = root;
    }

    public static Repositories make(Path root) throws Exception {
        Files.createDirectories(root);
        var made = new Repositories(root);
        made.git("init", "--quiet", "--initial-branch=main");
        return made;
    }

    public Path root() {
        return root;
    }

    public Repositories write(String file, String text) throws IOException {
        var path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
        return this;
    }

    public Repositories commit(String message) throws Exception {
        git("add", "--all");
        git("commit", "--quiet", "--allow-empty", "-m", message);
        return this;
    }

    public String git(String... words) throws Exception {
        return run(0, words);
    }

    /// As [#git], for what fails.
    public String fails(String... words) throws Exception {
        return run(1, words);
    }

    private String run(int code, String... words) throws Exception {
        var argv = new ArrayList<>(List.of("git"));
        argv.addAll(List.of(words));
        var builder = new ProcessBuilder(argv).directory(root.toFile()).redirectErrorStream(true);
        builder.environment()
                .putAll(Map.of(
                        "GIT_CONFIG_NOSYSTEM", "1",
                        "GIT_CONFIG_GLOBAL", "/dev/null",
                        "GIT_AUTHOR_NAME", "A",
                        "GIT_AUTHOR_EMAIL", "a@example.org",
                        "GIT_COMMITTER_NAME", "A",
                        "GIT_COMMITTER_EMAIL", "a@example.org"));
        var process = builder.start();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(Waiting.exitCode(process))
                .as("git %s: %s", List.of(words), output)
                .isEqualTo(code);
        return output;
    }
}
