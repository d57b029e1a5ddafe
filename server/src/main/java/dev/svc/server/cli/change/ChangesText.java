package dev.svc.server.cli.change;

import dev.svc.server.change.ChangesView;
import dev.svc.server.change.ChangesView.FileView;
import dev.svc.server.change.ChangesView.HunkView;
import dev.svc.server.change.ChangesView.LineView;
import dev.svc.server.cli.Console;

/// Changes as a unified diff, or as a list of files; in colours for a person.
final class ChangesText {
    private static final String BOLD = "1";
    private static final String RED = "31";
    private static final String GREEN = "32";
    private static final String CYAN = "36";

    private final Console console;

    ChangesText(Console console) {
        this.console = console;
    }

    void print(ChangesView view, boolean stat) {
        for (var file : view.files()) {
            if (stat) {
                line(file);
            } else {
                diff(file);
            }
        }
        if (stat && !view.files().isEmpty()) {
            console.out()
                    .println("%d %s, %s %s"
                            .formatted(
                                    view.files().size(),
                                    view.files().size() == 1 ? "file" : "files",
                                    colored(
                                            GREEN,
                                            "+"
                                                    + view.files().stream()
                                                            .mapToInt(FileView::additions)
                                                            .sum()),
                                    colored(
                                            RED,
                                            "-"
                                                    + view.files().stream()
                                                            .mapToInt(FileView::deletions)
                                                            .sum())));
        }
    }

    private void line(FileView file) {
        var from = file.from() == null ? "" : file.from() + " → ";
        console.out()
                .println("%-8s  %s %s  %s%s"
                        .formatted(
                                file.status(),
                                colored(GREEN, "%6s".formatted("+" + file.additions())),
                                colored(RED, "%6s".formatted("-" + file.deletions())),
                                from,
                                file.path()));
    }

    private void diff(FileView file) {
        var from = file.from() == null ? file.path() : file.from();
        console.out().println(colored(BOLD, "diff --git a/%s b/%s".formatted(from, file.path())));
        if (file.from() != null) {
            console.out().println(colored(BOLD, "rename from " + from));
            console.out().println(colored(BOLD, "rename to " + file.path()));
        }
        if (file.binary()) {
            console.out().println("Binary file " + file.path() + " differs");
        } else if (!file.hunks().isEmpty()) {
            console.out().println(colored(BOLD, "--- " + (file.status().equals("added") ? "/dev/null" : "a/" + from)));
            console.out()
                    .println(colored(
                            BOLD, "+++ " + (file.status().equals("deleted") ? "/dev/null" : "b/" + file.path())));
            file.hunks().forEach(this::hunk);
        }
        if (file.truncated()) {
            console.err().println("svc: there is more in %s than is shown here.".formatted(file.path()));
        }
        if (!file.whole()) {
            console.err()
                    .println("svc: only fragments of %s are known: their numbers count from 1.".formatted(file.path()));
        }
    }

    private void hunk(HunkView hunk) {
        long old = hunk.lines().stream().filter(line -> !line.op().equals("+")).count();
        long now = hunk.lines().stream().filter(line -> !line.op().equals("-")).count();
        var turn = hunk.turn() == null ? "" : " turn " + (hunk.turn() + 1);
        console.out()
                .println(colored(
                        CYAN, "@@ -%d,%d +%d,%d @@%s".formatted(hunk.oldStart(), old, hunk.newStart(), now, turn)));
        hunk.lines().forEach(this::line);
    }

    private void line(LineView line) {
        var end = "crlf".equals(line.end()) && !console.interactive() ? "\r" : "";
        var text = line.op() + line.text() + end;
        console.out()
                .println(
                        switch (line.op()) {
                            case "+" -> colored(GREEN, text);
                            case "-" -> colored(RED, text);
                            default -> text;
                        });
        if ("none".equals(line.end())) {
            console.out().println("\\ No newline at end of file");
        }
    }

    private String colored(String color, String text) {
        return console.interactive() ? "\u001b[" + color + "m" + text + "\u001b[0m" : text;
    }
}
