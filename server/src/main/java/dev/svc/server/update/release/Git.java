package dev.svc.server.update.release;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// git for untrusted sources: it prompts nobody, runs none of their code and goes nowhere unexpected.
///
/// A person's own proxies and credentials stay in force; environment variables that steer git do not.
public final class Git {
    private static final List<String> CAREFUL = List.of(
            "core.hooksPath=/dev/null",
            "core.fsmonitor=false",
            "submodule.recurse=false",
            "fetch.recurseSubmodules=false",
            "transfer.fsckObjects=true",
            "transfer.bundleURI=false",
            "http.followRedirects=false",
            "http.lowSpeedLimit=1000",
            "http.lowSpeedTime=60",
            "gc.auto=0",
            "maintenance.auto=false");

    private final Path folder;
    private final Map<String, String> environment;

    /// @param folder where commands run that name no other
    /// @param surroundings of this process
    public Git(Path folder, Map<String, String> surroundings) {
        this.folder = folder;
        this.environment = environment(surroundings);
    }

    /// What git and everything that works on a source may see: nothing of svc's own, nothing that steers git.
    public static Map<String, String> environment(Map<String, String> surroundings) {
        var environment = new HashMap<>(surroundings);
        environment.keySet().removeIf(name -> name.startsWith("GIT_") || name.startsWith("SVC_"));
        environment.put("GIT_TERMINAL_PROMPT", "0");
        environment.put("GIT_ASKPASS", "/bin/false");
        environment.put("SSH_ASKPASS", "/bin/false");
        environment.put("GIT_ALLOW_PROTOCOL", "file:https:ssh");
        environment.put(
                "GIT_SSH_COMMAND", "ssh -o BatchMode=yes -o ConnectTimeout=20 -o ControlMaster=no -o ControlPath=none");
        environment.put("GIT_LFS_SKIP_SMUDGE", "1");
        environment.put("LC_ALL", "C");
        return environment;
    }

    public Commands.Outcome run(Duration atMost, List<String> words) {
        return run(atMost, words, Map.of());
    }

    /// Runs git with these words, in an environment that no configuration of the person reaches.
    ///
    /// @param more variables for this one purpose
    public Commands.Outcome run(Duration atMost, List<String> words, Map<String, String> more) {
        var all = new HashMap<>(environment);
        all.putAll(more);
        var argv = new ArrayList<String>();
        argv.add("git");
        for (String setting : CAREFUL) {
            argv.add("-c");
            argv.add(setting);
        }
        argv.addAll(words);
        return Commands.run(argv, folder, all, atMost);
    }
}
