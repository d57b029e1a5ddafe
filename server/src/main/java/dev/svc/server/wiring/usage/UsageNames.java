package dev.svc.server.wiring.usage;

import dev.svc.server.catalog.Catalog;
import dev.svc.server.metadata.event.ProjectId;
import dev.svc.server.metadata.fold.Organisation;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.usage.UsageSubjects;
import dev.svc.shared.text.PlainText;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// What the catalog and the organisation know of what things were used for.
public final class UsageNames implements UsageSubjects {
    private final Catalog catalog;
    private final Supplier<Organisation> organisation;

    public UsageNames(Catalog catalog, Supplier<Organisation> organisation) {
        this.catalog = catalog;
        this.organisation = organisation;
    }

    @Override
    public @Nullable String project(SessionId session) {
        var project = organisation.get().marks(session).project();
        return project == null ? null : project.value();
    }

    @Override
    public @Nullable String projectName(String project) {
        return ProjectId.find(project)
                .flatMap(organisation.get()::project)
                .map(it -> PlainText.line(it.name()))
                .orElse(null);
    }

    @Override
    public @Nullable String title(SessionId session) {
        return catalog.title(session);
    }

    @Override
    public String label(EngineKey engine) {
        return catalog.engines().label(engine);
    }

    @Override
    public Set<EngineKey> silent() {
        return catalog.engines().all().stream()
                .filter(engine ->
                        engine.isAgent() && engine.usage().isEmpty() && catalog.sessions(engine.engineId()) > 0)
                .map(engine -> engine.engineId())
                .collect(Collectors.toSet());
    }
}
