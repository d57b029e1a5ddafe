package dev.svc.server.catalog;

import dev.svc.server.catalog.Page.InProject;
import dev.svc.server.catalog.Page.OfEngine;
import dev.svc.server.session.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// The result of a query over a listing, shown in pages.
///
/// @param rows in the order asked for
record Selected(List<Listed> rows, List<InProject> projects, List<OfEngine> engines) {
    Selected {
        rows = List.copyOf(rows);
    }

    Page page(int offset, int limit, Function<Listed, Status> status) {
        var shown = new ArrayList<Row>();
        int end = (int) Math.min(rows.size(), (long) offset + limit);
        for (int i = offset; i < end; i++) {
            var listed = rows.get(i);
            shown.add(listed.row(status.apply(listed)));
        }
        boolean isLast = end >= rows.size() || shown.isEmpty();
        return new Page(shown, isLast ? null : end, rows.size(), projects, engines, List.of());
    }
}
