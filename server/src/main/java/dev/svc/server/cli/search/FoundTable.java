package dev.svc.server.cli.search;

import dev.svc.server.catalog.Catalog;
import dev.svc.server.catalog.Row;
import dev.svc.server.cli.Console;
import dev.svc.server.cli.RowText;
import dev.svc.server.search.index.FoundTurns;
import dev.svc.server.search.index.FoundTurns.Group;
import dev.svc.server.search.index.Snippet;
import dev.svc.shared.text.PlainText;

/// What was found, for people: a line for each session, and below it what it says.
final class FoundTable {
    private static final String BOLD = "\u001b[1m";
    private static final String PLAIN = "\u001b[22m";

    private final Catalog catalog;
    private final Console console;

    FoundTable(Catalog catalog, Console console) {
        this.catalog = catalog;
        this.console = console;
    }

    void print(FoundTurns found) {
        for (var group : found.groups()) {
            catalog.find(group.session()).ifPresent(row -> print(row, group));
        }
    }

    private void print(Row row, Group group) {
        console.out()
                .println("%-60s  %-11s  %s  %s"
                        .formatted(
                                RowText.title(row),
                                catalog.engines().alias(row.id().engine()),
                                RowText.when(row.facts()),
                                PlainText.line(row.id().toString())));
        group.hits().stream()
                .findFirst()
                .ifPresent(best -> console.out().println("    " + line(best.snippet()) + more(group)));
    }

    private static String more(Group group) {
        int others = group.hits().size() - 1 + group.more();
        return others == 0 ? "" : "  +%d more".formatted(others);
    }

    /// The words that were looked for stand out where a person reads it. What the conversation says is cleaned piece by
    /// piece, so that nothing of it can undo that.
    private String line(Snippet snippet) {
        var text = snippet.text();
        var line = new StringBuilder();
        int done = 0;
        for (var mark : snippet.ranges()) {
            int from = Math.max(done, mark.from());
            if (mark.to() > from) {
                line.append(PlainText.line(text.substring(done, from)));
                line.append(strong(PlainText.line(text.substring(from, mark.to()))));
                done = mark.to();
            }
        }
        return line.append(PlainText.line(text.substring(done))).toString();
    }

    private String strong(String text) {
        return console.interactive() ? BOLD + text + PLAIN : text;
    }
}
