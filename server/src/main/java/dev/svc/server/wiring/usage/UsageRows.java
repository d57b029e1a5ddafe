package dev.svc.server.wiring.usage;

import dev.svc.server.catalog.Row;
import dev.svc.server.catalog.SessionView.Beside;
import dev.svc.server.catalog.SessionView.Kept;
import dev.svc.server.catalog.SessionView.Review;
import dev.svc.server.catalog.SessionView.Spent;
import dev.svc.server.usage.Usage;
import org.jspecify.annotations.Nullable;

/// Says of each row what its session cost, while somebody wants that.
public record UsageRows(Beside others, Usage usage) implements Beside {
    @Override
    public @Nullable Review of(Row row) {
        return others.of(row);
    }

    @Override
    public boolean isLeftOut(Row row) {
        return others.isLeftOut(row);
    }

    @Override
    public Kept kept(Row row) {
        return others.kept(row);
    }

    @Override
    public @Nullable Spent spent(Row row) {
        return usage.row(row.id()).map(it -> new Spent(it.cost(), it.tokens())).orElse(null);
    }
}
