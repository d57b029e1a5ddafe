package dev.svc.server.update;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A bare repository of releases that are built in a moment: a command, a build script, and a word that says how the
/// command behaves.
final class Origin {
    private static final String COMMAND = """
            #!/bin/sh
            release=$(cd "$(dirname "$0")/.." && pwd)
            case $(cat "$release/src/behaviour") in
                dies) echo "svc: it is broken"; exit 1 ;;
                dies-at-home) [ "${SVC_AUTH_MODE:-}" = none ] || exit 1 ;;
            esac
            commit=$(sed -n 's/^commit=//p' "$release/release")
            held=$(cat "$SVC_HOME/held" 2>/dev/null)
            printf 'pid=%s\\nport=%s\\ncommit=%s\\nheld=%s\\n' $$ "$(cat "$release/../../port")" "$commit" "$held" >"$SVC_HOME/next"
            mv "$SVC_HOME/next" "$SVC_HOME/started"
            exec sleep 600
            """;

    private static final String BUILD = """
            #!/bin/sh
            set -eu
            env | sort >"$3.environment"
            git clone --quiet --no-local "$1" "$3/src"
            git -C "$3/src" checkout --quiet --detach "$2"
            if [ "$(cat "$3/src/behaviour")" = unbuildable ]; then
                echo "svc: its sources do not compile" >&2
                exit 1
            fi
            if [ "$(cat "$3/src/behaviour")" = waiting ]; then
                echo "svc: 2 of 6: building the page" >&2
                until [ -e "$(dirname "$3")/seen" ]; do sleep 0.1; done
            fi
            if [ "$(cat "$3/src/behaviour")" = filling ]; then
                cat /dev/zero >"$3/all"
            fi
            version=$(git -C "$3/src" describe --tags --exact-match 2>/dev/null | sed 's/^v//')
            {
                echo "version=${version:-0.0.0-dev+$(echo "$2" | cut -c1-12)}"
                echo "commit=$2"
                echo "channel=${SVC_CHANNEL:-stable}"
                echo "repo=$1"
                echo "built=2026-11-21T12:00:00Z"
            } >"$3/release"
            """;

    private final Path work;
    private final Path bare;

    Origin(Path folder) throws IOException {
        this.work = Files.createDirectories(folder.resolve("work"));
        this.bare = folder.resolve("origin.git");
        git("init", "--quiet", "-b", "main");
        executable("svc", COMMAND);
        executable("installer/build-release.sh", BUILD);
        commit("good");
        git("clone", "--quiet", "--bare", work.toString(), bare.toString());
        git("remote", "add", "origin", bare.toString());
    }

    Path address() {
        return bare;
    }

    Path work() {
        return work;
    }

    void executable(String name, String text) throws IOException {
        var file = work.resolve(name);
        Files.createDirectories(file.resolveSibling(""));
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    /// A commit on main whose command behaves like this; returns its hash.
    String commit(String behaviour) throws IOException {
        Files.writeString(work.resolve("behaviour"), behaviour);
        git("add", "-A");
        git("commit", "--quiet", "--allow-empty", "-m", behaviour);
        return head();
    }

    String head() {
        return git("rev-parse", "HEAD").strip();
    }

    /// A release of that name from a new commit, where everybody sees it.
    String release(String tag, String behaviour) throws IOException {
        String commit = commit(behaviour);
        git("tag", "-f", tag);
        push();
        return commit;
    }

    void push() {
        git("push", "--quiet", "--force", "--all", "origin");
        git("push", "--quiet", "--force", "--tags", "origin");
    }

    String git(String... words) {
        return git(Map.of(), words);
    }

    String git(Map<String, String> more, String... words) {
        var argv = new ArrayList<>(List.of("git"));
        argv.addAll(List.of(words));
        var builder =
                new ProcessBuilder(argv).directory(new File(work.toString())).redirectErrorStream(true);
        builder.environment()
                .putAll(Map.of(
                        "GIT_CONFIG_GLOBAL", "/dev/null",
                        "GIT_AUTHOR_NAME", "Alex",
                        "GIT_AUTHOR_EMAIL", "alex@example.org",
                        "GIT_COMMITTER_NAME", "Alex",
                        "GIT_COMMITTER_EMAIL", "alex@example.org"));
        builder.environment().putAll(more);
        try {
            var process = builder.start();
            var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor())
                    .as("git %s: %s", String.join(" ", words), said)
                    .isZero();
            return said;
        } catch (IOException | InterruptedException failed) {
            throw new AssertionError(failed);
        }
    }
}
