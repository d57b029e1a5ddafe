package dev.svc.server.handover;

import dev.svc.server.transcript.export.Head;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The first prompt in words: a few KiB, of which what was said is quoted, so that none of it reads as an instruction.
final class PackText {
    /// In UTF-8; a program may be told more, and reads it less.
    static final int MOST_BYTES = 8 << 10;

    private static final int LONG = 1_200;
    private static final int SHORT = 300;
    private static final int LEAST = 8;

    private PackText() {}

    /// @param question what the program waits for; empty where it does not
    /// @param file the whole conversation; null where there is none to read
    static String of(Head head, Gist gist, String question, @Nullable String file) {
        for (int share = 1; ; share *= 2) {
            var text = of(head, gist, question, file, share);
            if (share >= LEAST || text.getBytes(StandardCharsets.UTF_8).length <= MOST_BYTES) {
                return text;
            }
        }
    }

    private static String of(Head head, Gist gist, String question, @Nullable String file, int share) {
        var text = new StringBuilder("You go on with a session that another program, ")
                .append(head.program())
                .append(", began in this folder. What is quoted below is what was said there.\n");
        part(text, "The goal, in the person's first words:", quoted(gist.goal(), LONG / share));
        part(text, "What the program summarised so far:", quoted(gist.summary(), LONG / share));
        part(
                text,
                "What the person said since, the newest last:",
                gist.said().stream().map(said -> quoted(said, SHORT / share)).collect(Collectors.joining("\n\n")));
        part(text, "Files that it changed, by its log, with the lines added and removed:", changed(gist, share));
        part(text, "What it said last:", quoted(gist.answer(), LONG / share));
        part(text, "It waits for an answer to this:", quoted(question, SHORT / share));
        if (file != null) {
            text.append("\nThe whole conversation, as Markdown: ").append(file).append('\n');
            text.append("Read it there where this is not enough.\n");
        }
        return text.append("\nLook at the present state of the folder first, then go on where it stopped.")
                .toString();
    }

    private static String changed(Gist gist, int share) {
        var changed = gist.changed();
        int left = Math.max(0, changed.files().size() - ChangedPaths.MOST / share);
        var lines = changed.files().stream().skip(left).map(file -> "- " + file).collect(Collectors.toList());
        if (changed.more() + left > 0) {
            lines.addFirst("- … and %d more, changed before these".formatted(changed.more() + left));
        }
        if (changed.commands() > 0) {
            lines.add("Its log does not tell what commands wrote. Commands that may have written files: %d."
                    .formatted(changed.commands()));
        }
        return String.join("\n", lines);
    }

    private static void part(StringBuilder text, String title, String content) {
        if (!content.isEmpty()) {
            text.append('\n').append(title).append('\n').append(content).append('\n');
        }
    }

    private static String quoted(String text, int most) {
        return text.isBlank()
                ? ""
                : clipped(text.strip(), most).lines().map(line -> "> " + line).collect(Collectors.joining("\n"));
    }

    /// The beginning, cut between characters.
    private static String clipped(String text, int most) {
        if (text.codePointCount(0, text.length()) <= most) {
            return text;
        }
        return text.substring(0, text.offsetByCodePoints(0, most)).stripTrailing() + "…";
    }
}
