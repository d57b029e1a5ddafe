package dev.svc.server.wiring.fleet;

import dev.svc.server.catalog.Catalog;
import dev.svc.server.catalog.Query;
import dev.svc.server.catalog.Query.Archived;
import dev.svc.server.catalog.Query.Snoozed;
import dev.svc.server.catalog.Row;
import dev.svc.server.fleet.forward.ForwardedRows;
import dev.svc.server.fleet.row.RemoteRow;
import dev.svc.server.fleet.row.RemoteRow.RemoteMarks;
import dev.svc.server.fleet.row.RemoteRow.RemoteQuestion;
import dev.svc.server.metadata.event.Project;
import dev.svc.server.metadata.fold.Organisation;
import dev.svc.server.session.Asking;
import dev.svc.server.session.SessionId;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The rows of the catalog as other hosts see them: all but those of sub-agents.
public record CatalogRows(Catalog catalog, Supplier<Organisation> organisation) implements ForwardedRows {
    @Override
    public Optional<RemoteRow> row(SessionId session) {
        return catalog.find(session)
                .filter(row -> row.id().equals(session) && row.facts().parent() == null)
                .map(this::remote);
    }

    @Override
    public Collection<SessionId> all() {
        return catalog.select(Query.first(1).with(Archived.ALL).with(Snoozed.ALL));
    }

    private RemoteRow remote(Row row) {
        var facts = row.facts();
        var snooze = row.marks().snooze();
        return new RemoteRow(
                row.id(),
                row.title(),
                row.titleSource().name().toLowerCase(Locale.ROOT),
                facts.firstMessage(),
                facts.cwd(),
                project(row),
                new RemoteMarks(row.sticky(), row.archived(), row.snoozed(), snooze == null ? null : snooze.until()),
                facts.createdAt().truncatedTo(ChronoUnit.MILLIS),
                facts.updatedAt().truncatedTo(ChronoUnit.MILLIS),
                facts.messageCount(),
                facts.model(),
                facts.branch(),
                facts.sizeBytes(),
                row.status(),
                row.live(),
                row.isOutside(),
                question(row.asking()));
    }

    private @Nullable String project(Row row) {
        var id = row.project();
        return id == null
                ? null
                : organisation.get().projects().stream()
                        .filter(it -> it.id().equals(id))
                        .map(Project::name)
                        .findFirst()
                        .orElse(null);
    }

    private static @Nullable RemoteQuestion question(@Nullable Asking asking) {
        return asking == null ? null : new RemoteQuestion(asking.id(), asking.text(), asking.since());
    }
}
