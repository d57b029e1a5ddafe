package dev.svc.server.cli.list;

import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.Engines;
import dev.svc.server.engine.Manifest;
import dev.svc.server.session.EngineKey;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// What programs are called, without anything that reads their stores: that takes longer to be made than the service to
/// answer.
public record ProgramNames(List<Manifest> programs) {
    public ProgramNames {
        programs = List.copyOf(programs);
    }

    static ProgramNames of(Engines engines) {
        return new ProgramNames(
                engines.all().stream().map(EngineProvider::manifest).toList());
    }

    /// The program that people mean by its key or its alias.
    Optional<EngineKey> named(String keyOrAlias) {
        return programs.stream()
                .filter(it -> it.key().key().equals(keyOrAlias) || it.alias().equals(keyOrAlias))
                .map(Manifest::key)
                .findFirst();
    }

    /// The product's name, or the key of a program that is not known.
    String label(EngineKey engine) {
        return find(engine).map(Manifest::label).orElseGet(engine::key);
    }

    /// The short name, or the key as above.
    String alias(EngineKey engine) {
        return find(engine).map(Manifest::alias).orElseGet(engine::key);
    }

    /// All short names, for the sentence that answers a wrong one.
    String aliases() {
        return programs.stream().map(Manifest::alias).collect(Collectors.joining(", "));
    }

    private Optional<Manifest> find(EngineKey engine) {
        return programs.stream().filter(it -> it.key().equals(engine)).findFirst();
    }
}
