package dev.svc.server.engine.madeup;

import dev.svc.server.catalog.FakeEngine;
import dev.svc.server.engine.Binaries;
import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.EngineStore;
import dev.svc.server.engine.Manifest;
import dev.svc.server.engine.ScreenRules;
import dev.svc.server.engine.turn.Turns;
import dev.svc.server.session.EngineKey;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// A made-up program: everything that a new one has to bring along.
public final class MadeUpProvider implements EngineProvider {
    public static final Manifest MANIFEST = new Manifest(
            EngineKey.of(99),
            "made-up",
            "Made Up",
            Pattern.compile("[a-z]{3,9}"),
            false,
            new Manifest.Command("madeup", List.of(".madeup/bin"), "npm i -g madeup"),
            new Manifest.Variables("SVC_ENGINE7_BIN", "SVC_ENGINE7_DIR", "~/.madeup"),
            new Manifest.Arguments(
                    List.of("--in", "{folder}", "{bypass}", "--resume", "{id}"),
                    List.of("--in", "{folder}", "{bypass}", "--new", "{id}"),
                    List.of("--all", "--now"),
                    List.of("--say={prompt}"),
                    true),
            new Manifest.Environment(List.of("MADEUP_"), List.of("MADEUP_SESSION")),
            new Manifest.Look(new Manifest.Colors("#102030", "#a0b0c0", "#ffffff"), "M2 8h12"));

    private final EngineSettings settings;
    private final FakeEngine store;

    public MadeUpProvider(EngineSettings settings) {
        this.settings = settings;
        this.store = new FakeEngine(MANIFEST.key(), Objects.requireNonNull(settings.storeOverride()), true);
    }

    @Override
    public Manifest manifest() {
        return MANIFEST;
    }

    @Override
    public Optional<Path> binary() {
        return Binaries.find(settings, MANIFEST.command());
    }

    @Override
    public ScreenRules screen() {
        return ScreenRules.beside(MadeUpProvider.class);
    }

    @Override
    public EngineStore store() {
        return store;
    }

    @Override
    public Turns turns() {
        return store.turns();
    }

    @Override
    public Set<String> snapshotSessionIds(Path cwd) {
        return Set.of();
    }

    @Override
    public Set<String> namedVariables() {
        return Set.of("MADEUP_KEY", "OTHER_KEY");
    }
}
