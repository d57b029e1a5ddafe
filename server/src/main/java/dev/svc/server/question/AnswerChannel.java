package dev.svc.server.question;

/// By what a question was heard and is answered; the better ones first.
public enum AnswerChannel {
    /// The program called svc and waits for the answer to that call.
    HOOK("hook"),
    /// svc has a line to the program.
    LINE("api"),
    /// A key is typed into the program's terminal.
    SCREEN("screen");

    private final String word;

    AnswerChannel(String word) {
        this.word = word;
    }

    /// The name in answers and events.
    public String word() {
        return word;
    }
}
