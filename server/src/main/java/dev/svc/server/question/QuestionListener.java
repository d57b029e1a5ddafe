package dev.svc.server.question;

/// Hears of questions, in the order in which it happens. Called under a lock: must neither wait nor ask back.
public interface QuestionListener {

    /// A new question, or something about one has changed.
    void asked(OpenQuestion question);

    void settled(SettledQuestion settled);
}
