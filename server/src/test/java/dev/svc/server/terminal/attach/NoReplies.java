package dev.svc.server.terminal.attach;

/// Nothing is asked.
public final class NoReplies implements Replies {
    @Override
    public String questions(String session) {
        return "[]";
    }

    @Override
    public String answer(String wish) {
        return "{}";
    }

    @Override
    public String access() {
        return "{}";
    }
}
