package dev.svc.server.catalog;

import dev.svc.server.catalog.Page.InFolder;
import dev.svc.server.catalog.Page.InProject;
import dev.svc.server.catalog.Page.OfEngine;
import dev.svc.server.session.SessionId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The result of a query over a listing, shown in pages.
///
/// @param rows in the order asked for
record Selected(
        List<Listed> rows,
        List<InProject> projects,
        List<OfEngine> engines,
        @Nullable List<InFolder> folders) {
    Selected {
        rows = List.copyOf(rows);
    }

    Page page(Query query, Function<Listed, @Nullable Running> running, Instant now) {
        int offset = query.slice().offset();
        var shown = new ArrayList<Row>();
        int end = (int) Math.min(rows.size(), (long) offset + query.slice().limit());
        for (int i = offset; i < end; i++) {
            var listed = rows.get(i);
            shown.add(listed.row(running.apply(listed), now));
        }
        boolean isLast = end >= rows.size() || shown.isEmpty();
        return new Page(shown, isLast ? null : end, rows.size(), projects, engines, folders, times(query), List.of());
    }

    Set<SessionId> ids() {
        var ids = HashSet.<SessionId>newHashSet(rows.size());
        rows.forEach(listed -> ids.add(listed.facts().id()));
        return Collections.unmodifiableSet(ids);
    }

    private @Nullable TimeSpread times(Query query) {
        var zone = query.facets().zone();
        return zone == null || query.sort() != Query.Sort.UPDATED ? null : TimeSpread.of(rows, zone);
    }
}
