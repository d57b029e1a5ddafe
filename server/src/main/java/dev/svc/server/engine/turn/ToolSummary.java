package dev.svc.server.engine.turn;

import dev.svc.server.engine.file.Excerpt;
import dev.svc.server.engine.json.JsonView;
import java.util.ArrayList;
import java.util.List;

/// A tool's call and its result, short enough to be read in passing.
public final class ToolSummary {
    public static final int SHORT = 300;

    /// A diff is shown as one, so it may be longer.
    public static final int DIFF = 4 << 10;

    /// The most telling fields first.
    private static final List<String> TELLING = List.of(
            "command",
            "cmd",
            "CommandLine",
            "file_path",
            "filePath",
            "absolute_path",
            "notebook_path",
            "target_file",
            "path",
            "dir_path",
            "AbsolutePath",
            "TargetFile",
            "DirectoryPath",
            "SearchPath",
            "pattern",
            "Query",
            "url",
            "query",
            "prompt");

    private static final String PURPOSE = "description";

    private static final int ENOUGH = 2;

    private ToolSummary() {}

    /// What a call is for and what it was given.
    record Asked(String purpose, String input) {}

    /// The essentials of a call's input; all of it where nothing is known to be essential.
    static Asked asked(JsonView input) {
        if (input.isString()) {
            return new Asked("", brief(input.text(SHORT + 1)));
        }
        var purpose = brief(input.member(PURPOSE).text(SHORT + 1));
        var told = told(input);
        if (told.isEmpty()) {
            return new Asked("", purpose.isEmpty() ? raw(input) : purpose);
        }
        return new Asked(purpose, brief(String.join("  ", told)));
    }

    private static List<String> told(JsonView input) {
        var values = new String[TELLING.size()];
        input.members((key, value) -> {
            int at = TELLING.indexOf(key);
            if (at >= 0) {
                values[at] = value.isArray() ? words(value) : value.text(SHORT + 1);
            }
        });
        var told = new ArrayList<String>();
        for (var value : values) {
            if (value != null && !value.isBlank() && told.size() < ENOUGH) {
                told.add(value.strip());
            }
        }
        return told;
    }

    private static String raw(JsonView input) {
        var raw = input.raw(SHORT * 2);
        return raw.equals("{}") ? "" : brief(raw);
    }

    private static String words(JsonView list) {
        var words = new ArrayList<String>();
        list.elements(word -> {
            if (words.size() < SHORT) {
                words.add(word.text(SHORT));
            }
        });
        return String.join(" ", words);
    }

    public static String brief(String text) {
        return cut(text, SHORT);
    }

    /// What a tool answered, cut to so many characters.
    static String output(String text, Detail detail) {
        return cut(text, detail.toolOutput());
    }

    public static String diff(String text) {
        return cut(text, DIFF);
    }

    private static String cut(String text, int characters) {
        var stripped = text.strip();
        return stripped.length() <= characters ? stripped : Excerpt.cut(stripped, characters - 1) + "…";
    }

    /// The lines taken away and put in, where a tool says no more about its change than these texts.
    public static String change(String before, String after) {
        return diff("@@\n" + marked(before, "-") + marked(after, "+"));
    }

    private static String marked(String text, String mark) {
        var lines = new StringBuilder();
        text.lines().limit(DIFF).forEach(line -> lines.append(mark).append(line).append('\n'));
        return lines.toString();
    }
}
