package dev.svc.server.catalog;

import dev.svc.server.catalog.Page.InProject;
import dev.svc.server.catalog.Page.OfEngine;
import dev.svc.server.session.Status;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// What a query finds in a listing, of which pages are shown.
///
/// @param rows in the order asked for; not to be changed
record Selected(Listed[] rows, List<InProject> projects, List<OfEngine> engines) {

    Page page(int offset, int limit, Function<Listed, Status> status) {
        var shown = new ArrayList<Row>();
        int end = (int) Math.min(rows.length, (long) offset + limit);
        for (int i = offset; i < end; i++) {
            shown.add(rows[i].row(status.apply(rows[i])));
        }
        boolean isLast = end >= rows.length || shown.isEmpty();
        return new Page(shown, isLast ? null : end, rows.length, projects, engines);
    }
}
