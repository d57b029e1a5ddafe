package dev.svc.server.engine.change;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The simple commands of a line for a shell, with their words, and the files that output is sent to. What stands in a
/// substitution is a command of its own. Bodies of here-documents are left out. Owned by one reading.
final class ShellLine {
    private static final int LONGEST = 64 << 10;

    private final String text;
    private final List<List<String>> commands = new ArrayList<>();
    private final List<String> files = new ArrayList<>();
    private final List<String> documents = new ArrayList<>();
    private List<String> words = new ArrayList<>();
    private @Nullable StringBuilder word;
    private boolean isFile;
    private boolean isDocument;
    private boolean isInQuotes;
    private int at;

    ShellLine(String line) {
        text = line.length() > LONGEST ? line.substring(0, LONGEST) : line;
        while (at < text.length()) {
            step(text.charAt(at));
        }
        endCommand();
    }

    List<List<String>> commands() {
        return commands;
    }

    List<String> files() {
        return files;
    }

    private void step(char c) {
        at++;
        switch (c) {
            case '\\' -> {
                if (at < text.length() && text.charAt(at) != '\n') {
                    add(text.charAt(at));
                }
                at++;
            }
            case '"' -> {
                isInQuotes = !isInQuotes;
                word = word == null ? new StringBuilder() : word;
            }
            case '`' -> endCommand();
            case '$' -> {
                if (next() == '(') {
                    at++;
                    endCommand();
                } else {
                    add(c);
                }
            }
            default -> {
                if (isInQuotes) {
                    add(c);
                } else {
                    plain(c);
                }
            }
        }
    }

    private void plain(char c) {
        switch (c) {
            case '\'' -> quoted();
            case ' ', '\t', '\r' -> endWord();
            case '#' -> {
                if (word == null) {
                    at = lineEnd();
                } else {
                    add(c);
                }
            }
            case '\n' -> {
                endCommand();
                skipDocuments();
            }
            case ';', '|', '(', ')' -> endCommand();
            case '&' -> {
                if (next() == '>') {
                    at++;
                    redirect();
                } else if (isFile && word == null) {
                    add(c);
                } else {
                    endCommand();
                }
            }
            case '>' -> {
                if (word != null && word.toString().matches("\\d")) {
                    word = null;
                }
                redirect();
            }
            case '<' -> input();
            default -> add(c);
        }
    }

    private void quoted() {
        int end = text.indexOf('\'', at);
        int to = end < 0 ? text.length() : end;
        word = (word == null ? new StringBuilder() : word).append(text, at, to);
        at = to + 1;
    }

    private void redirect() {
        endWord();
        at += next() == '>' || next() == '|' ? 1 : 0;
        isFile = true;
    }

    private void input() {
        endWord();
        if (text.startsWith("<<", at)) {
            at += 2;
        } else if (next() == '<') {
            at++;
            at += next() == '-' ? 1 : 0;
            isDocument = true;
        } else if (next() == '(') {
            at++;
            endCommand();
        }
    }

    private char next() {
        return at < text.length() ? text.charAt(at) : 0;
    }

    private int lineEnd() {
        int end = text.indexOf('\n', at);
        return end < 0 ? text.length() : end;
    }

    private void skipDocuments() {
        for (var mark : documents) {
            while (at < text.length()) {
                int end = lineEnd();
                var line = text.substring(at, end).strip();
                at = Math.min(text.length(), end + 1);
                if (line.equals(mark)) {
                    break;
                }
            }
        }
        documents.clear();
    }

    private void add(char c) {
        word = (word == null ? new StringBuilder() : word).append(c);
    }

    private void endWord() {
        if (word != null) {
            if (isFile) {
                files.add(word.toString());
                isFile = false;
            } else if (isDocument) {
                documents.add(word.toString());
                isDocument = false;
            } else {
                words.add(word.toString());
            }
            word = null;
        }
    }

    private void endCommand() {
        endWord();
        if (!words.isEmpty()) {
            commands.add(words);
            words = new ArrayList<>();
        }
    }
}
