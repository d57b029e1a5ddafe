package dev.svc.shared.config;

import dev.svc.shared.config.Kind.Bounded;
import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The settings of one start: process environment over env file over default, all validated before anything starts.
public final class Config {
    private final Map<Variable, String> values;
    private final Map<String, String> ofPrograms;
    private final Platform platform;
    private final Home home;
    private final EnvFile envFile;
    private final @Nullable Path programRoot;

    private Config(
            Map<Variable, String> values,
            Map<String, String> ofPrograms,
            Platform platform,
            Home home,
            EnvFile envFile,
            @Nullable Path programRoot) {
        this.values = values;
        this.ofPrograms = ofPrograms;
        this.platform = platform;
        this.home = home;
        this.envFile = envFile;
        this.programRoot = programRoot;
    }

    /// Reads and checks everything; a wrong value is a [ConfigException] with the sentence for it.
    ///
    /// @param programRoot the folder that this program runs from, for what lies beside it
    public static Config load(Platform platform, @Nullable Path programRoot) {
        var environment = platform.environment();
        Home home = Home.of(environment, platform);
        String chosen = environment.getOrDefault("SVC_ENV_FILE", "");
        var envFile =
                new EnvFile(chosen.isBlank() ? home.data().resolve("env") : platform.path("SVC_ENV_FILE", chosen));
        var merged = new HashMap<>(envFile.read());
        merged.putAll(environment);
        var config = new Config(known(merged), ofPrograms(merged), platform, home, envFile, programRoot);
        config.check();
        return config;
    }

    private static Map<Variable, String> known(Map<String, String> merged) {
        var known = new EnumMap<Variable, String>(Variable.class);
        for (Variable variable : Variable.values()) {
            String value = merged.getOrDefault(variable.variableName(), "").strip();
            if (!value.isEmpty()) {
                known.put(variable, value);
            }
        }
        return known;
    }

    private static Map<String, String> ofPrograms(Map<String, String> merged) {
        var found = new HashMap<String, String>();
        merged.forEach((name, value) -> {
            if (ProgramVariable.isOne(name) && !value.isBlank()) {
                found.put(name, value.strip());
            }
        });
        return found;
    }

    private void check() {
        for (Variable variable : values.keySet()) {
            Values.check(variable, values.getOrDefault(variable, ""), platform);
        }
        ofPrograms.forEach((name, text) -> Values.checkPath(name, text, platform));
    }

    /// This configuration with one value set as if it stood in the environment, for command-line options.
    public Config with(Variable variable, String value) {
        var changed = new EnumMap<>(values);
        changed.put(variable, value);
        var config = new Config(changed, ofPrograms, platform, home, envFile, programRoot);
        config.check();
        return config;
    }

    /// The same configuration with the env file read again, for settings that may change while the program runs.
    public Config reloaded() {
        return load(platform, programRoot);
    }

    public Home home() {
        return home;
    }

    public Platform platform() {
        return platform;
    }

    public EnvFile envFile() {
        return envFile;
    }

    /// The folder that this program runs from; empty where unknown.
    public Optional<Path> programRoot() {
        return Optional.ofNullable(programRoot);
    }

    /// The configured value, if any; never a default.
    public Optional<String> find(Variable variable) {
        return Optional.ofNullable(values.get(variable));
    }

    public String text(Variable variable) {
        return find(variable).orElse(variable.defaultText());
    }

    public boolean flag(Variable variable) {
        return text(variable).equals("1");
    }

    public long number(Variable variable) {
        if (variable.kind() instanceof Bounded bounds) {
            return Values.number(bounds, text(variable), Long.parseLong(variable.defaultText()));
        }
        throw new IllegalArgumentException(variable + " is no number");
    }

    public List<String> list(Variable variable) {
        return split(text(variable), ",");
    }

    public List<Path> paths(Variable variable) {
        return split(text(variable), File.pathSeparator).stream()
                .map(text -> platform.path(variable.variableName(), text))
                .toList();
    }

    /// A path that was set.
    public Optional<Path> findPath(Variable variable) {
        return find(variable).map(text -> platform.path(variable.variableName(), text));
    }

    /// The path that a variable of a program ([ProgramVariable]) holds.
    public Optional<Path> findPath(String variableName) {
        return Optional.ofNullable(ofPrograms.get(variableName)).map(text -> platform.path(variableName, text));
    }

    /// A configured path, else the place its default names.
    public Path path(Variable variable) {
        return findPath(variable).orElseGet(() -> defaultPath(variable));
    }

    private Path defaultPath(Variable variable) {
        if (variable == Variable.WEB_DIST && programRoot != null) {
            return programRoot.resolve("web/dist");
        }
        Path envDir = Optional.ofNullable(envFile.path().getParent()).orElse(home.data());
        return Path.of(variable.defaultText()
                .replace("<data>", home.data().toString())
                .replace("<home>", home.root().toString())
                .replace("<env-dir>", envDir.toString()));
    }

    static List<String> split(String text, String separator) {
        return Arrays.stream(text.split(Pattern.quote(separator)))
                .map(String::strip)
                .filter(part -> !part.isEmpty())
                .toList();
    }
}
