package dev.svc.server.engine;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The parts of the environment that a provider may know.
///
/// @param home the person's home folder, from `$HOME`
/// @param searchPath the folders of PATH
/// @param pinnedBinary the path that the variable of its command names
/// @param storeOverride the engine's own store variable (SVC_ENGINE1_DIR, SVC_ENGINE3_DB, …)
/// @param environment the process environment, for the variables with which a program's own store is moved
public record EngineSettings(
        Path home,
        List<Path> searchPath,
        @Nullable Path pinnedBinary,
        @Nullable Path storeOverride,
        Map<String, String> environment) {

    public EngineSettings {
        searchPath = List.copyOf(searchPath);
        environment = Map.copyOf(environment);
    }

    /// The same program with its store in another place.
    public EngineSettings withStore(Path store) {
        return new EngineSettings(home, searchPath, pinnedBinary, store, environment);
    }

    /// Where the store is: chosen for svc, else where a variable of the program's own moves it, else below
    /// the home.
    public Path place(String variable, String usual) {
        return storeOverride != null ? storeOverride : pathFrom(variable).orElse(home.resolve(usual));
    }

    /// What leads the program to a store that was chosen for svc, by the variable that moves it.
    public Map<String, String> leadingTo(String variable) {
        return storeOverride == null ? Map.of() : Map.of(variable, storeOverride.toString());
    }

    /// A variable of the program's own that names a folder or file; empty and relative values count as unset.
    public Optional<Path> pathFrom(String variable) {
        return Optional.ofNullable(environment.get(variable))
                .filter(value -> !value.isBlank())
                .map(Path::of)
                .filter(Path::isAbsolute);
    }
}
