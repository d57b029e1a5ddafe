package dev.svc.server.terminal.status;

import org.jspecify.annotations.Nullable;

/// A program's own announcements: explicit status sequences and its title. Written by the terminal's reader, read by
/// the watcher.
public final class OscStatus {
    /// Tells a program that asked that its states are wanted.
    public static final String ANSWER = "\u001b]7501;?\u001b\\";

    private static final String STATUS = "7501;";

    private volatile @Nullable String state;
    private volatile String title = "";

    /// Takes a command; true when it is the question that wants the answer.
    public boolean hear(String command) {
        if (command.startsWith(STATUS)) {
            return hearStatus(command.substring(STATUS.length()));
        }
        if (command.startsWith("0;") || command.startsWith("2;")) {
            title = command.substring(2);
        }
        return false;
    }

    private boolean hearStatus(String text) {
        if (text.equals("?")) {
            return true;
        }
        for (String field : text.split(":", -1)) {
            if (field.startsWith("state=")) {
                String said = field.substring("state=".length());
                state = said.equals("clear") ? null : said;
            }
        }
        return false;
    }

    /// The last announced state; null when there was none or it was withdrawn.
    public @Nullable String state() {
        return state;
    }

    public String title() {
        return title;
    }
}
