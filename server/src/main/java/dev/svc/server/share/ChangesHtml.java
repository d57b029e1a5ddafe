package dev.svc.server.share;

import static dev.svc.server.transcript.export.ChosenTurns.escaped;

import dev.svc.server.change.ChangesView.FileView;
import dev.svc.server.change.ChangesView.HunkView;
import dev.svc.server.change.ChangesView.LineView;
import java.util.ArrayList;

/// Changes as a part of a page: each line begins with its sign, so that nothing depends on colours.
final class ChangesHtml {
    private ChangesHtml() {}

    static String of(SharedChanges changes) {
        var html = new StringBuilder("<article class=\"changes\" id=\"changes\">\n<h2>Changes</h2>\n");
        html.append("<p>").append(summary(changes)).append("</p>\n");
        var missing = missing(changes);
        if (!missing.isEmpty()) {
            html.append("<p>").append(missing).append("</p>\n");
        }
        changes.files().forEach(file -> file(file, html));
        return html.append("</article>\n").toString();
    }

    private static String summary(SharedChanges changes) {
        if (!changes.recorded()) {
            return "The log of this session does not tell what these turns changed.";
        }
        if (changes.files().isEmpty()) {
            return "The log of this session tells of no change by these turns that is still there.";
        }
        return "What is left of the edits of these turns, by the log of the session: %s, %s added, %s removed."
                .formatted(
                        counted(changes.files().size() + changes.cutFiles(), "file"),
                        counted(changes.additions(), "line"),
                        counted(changes.deletions(), "line"));
    }

    private static String missing(SharedChanges changes) {
        var sentences = new ArrayList<String>();
        if (changes.untold() > 0) {
            sentences.add("Left out, because it is not known which turns made them: %s."
                    .formatted(counted(changes.untold(), "change")));
        }
        if (changes.commands() > 0) {
            sentences.add("Commands of these turns that may have written files, which the log does not tell: %d."
                    .formatted(changes.commands()));
        }
        if (changes.cutLines() > 0 || changes.cutFiles() > 0) {
            sentences.add("Too much for this page, and not on it: %s of the files below, and %s."
                    .formatted(counted(changes.cutLines(), "line"), counted(changes.cutFiles(), "whole file")));
        }
        if (changes.truncated()) {
            sentences.add("The log has more than was read.");
        }
        return String.join(" ", sentences);
    }

    private static String counted(int count, String word) {
        return count + " " + word + (count == 1 ? "" : "s");
    }

    private static void file(FileView file, StringBuilder html) {
        html.append("<details open><summary><b>")
                .append(status(file))
                .append("</b> <code>")
                .append(escaped(file.path()))
                .append("</code> <i>+")
                .append(file.additions())
                .append(" −")
                .append(file.deletions())
                .append("</i></summary>\n");
        if (file.from() != null) {
            html.append("<p>Moved from <code>").append(escaped(file.from())).append("</code></p>\n");
        }
        if (!file.whole()) {
            html.append("<p>Only parts of this file are known: their line numbers are not.</p>\n");
        }
        file.hunks().forEach(hunk -> hunk(hunk, file.whole(), html));
        if (file.truncated()) {
            html.append("<p>Lines of this file are missing here.</p>\n");
        }
        html.append("</details>\n");
    }

    private static String status(FileView file) {
        return switch (file.status()) {
            case "added" -> "new";
            case "modified" -> "changed";
            default -> file.status();
        };
    }

    private static void hunk(HunkView hunk, boolean isPlaced, StringBuilder html) {
        html.append("<p>");
        if (hunk.turn() != null) {
            html.append("<a href=\"#turn-%d\">Turn %d</a>".formatted(hunk.turn(), hunk.turn() + 1));
        }
        if (isPlaced) {
            html.append(", line ").append(Math.max(1, hunk.newStart()));
        }
        html.append("</p>\n<pre class=\"diff\">");
        boolean isMixed = hunk.lines().stream()
                        .map(line -> "crlf".equals(line.end()))
                        .distinct()
                        .count()
                > 1;
        for (var line : hunk.lines()) {
            var tag = tag(line);
            html.append('<').append(tag).append('>').append(line.op()).append(escaped(line.text()));
            if ("none".equals(line.end())) {
                html.append(" <i>(no line end)</i>");
            } else if (isMixed && line.end() != null) {
                html.append(" <i>(CR LF)</i>");
            }
            html.append("\n</").append(tag).append('>');
        }
        html.append("</pre>\n");
    }

    private static String tag(LineView line) {
        return switch (line.op()) {
            case "+" -> "ins";
            case "-" -> "del";
            default -> "span";
        };
    }
}
