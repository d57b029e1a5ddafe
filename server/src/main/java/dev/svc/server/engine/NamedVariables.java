package dev.svc.server.engine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// The variables that a program's own configuration names: keys that it looks for in the environment. Only names are
/// looked for, and a file that cannot be read names none.
public final class NamedVariables {
    /// As shells write it, and settings that borrow from them: `$NAME` and `${NAME}`, also with a default behind it.
    public static final Pattern SHELL = Pattern.compile("\\$\\{?([A-Z][A-Z0-9_]{1,99})\\b");

    private static final int MOST_BYTES = 1 << 20;

    private NamedVariables() {}

    /// All that an expression's first group finds in a file.
    public static Set<String> in(Path file, Pattern naming) {
        return found(text(file), naming);
    }

    /// The same, only in those parts of the file that another expression's first group finds.
    public static Set<String> in(Path file, Pattern part, Pattern naming) {
        var names = new TreeSet<String>();
        found(text(file), part).forEach(text -> names.addAll(found(text, naming)));
        return names;
    }

    private static Set<String> found(String text, Pattern naming) {
        var names = new TreeSet<String>();
        var matcher = naming.matcher(text);
        while (matcher.find()) {
            names.add(matcher.group(1));
        }
        return names;
    }

    private static String text(Path file) {
        try (var in = Files.newInputStream(file)) {
            return new String(in.readNBytes(MOST_BYTES), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            return "";
        }
    }
}
