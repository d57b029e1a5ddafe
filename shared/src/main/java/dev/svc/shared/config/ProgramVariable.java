package dev.svc.shared.config;

import java.util.regex.Pattern;

/// A variable about one program, which is a path: where its command is, or its store. Programs bring their own, so the
/// names are known by their form.
///
/// @param help one line of help, as people read it
public record ProgramVariable(String name, String help) {
    private static final Pattern NAME =
            Pattern.compile("SVC_ENGINE(?:0|[1-9][0-9]?)_(?:[A-Z]{1,20}_){0,3}(?:BIN|DIR|DB)");

    public ProgramVariable {
        if (!isOne(name)) {
            throw new IllegalArgumentException("no variable of a program: " + name);
        }
    }

    /// Whether a variable of this name is about a program, be it one that this svc knows or not.
    public static boolean isOne(String name) {
        return NAME.matcher(name).matches();
    }
}
