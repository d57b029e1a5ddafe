package dev.svc.server.mcp;

/// A tool could not do what was asked, for the model to read: a sentence that says what to do instead.
public final class ToolException extends Exception {
    private static final long serialVersionUID = 1;

    ToolException(String sentence) {
        super(sentence);
    }

    String sentence() {
        return String.valueOf(getMessage());
    }
}
