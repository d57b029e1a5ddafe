package dev.svc.server.question;

/// Keeps answers for good. Called without any lock.
public interface AnswerLog {

    /// Somebody answers; nothing has been sent yet, and nothing is if this throws.
    void answered(OpenQuestion question, Receipt receipt);

    /// What became of that.
    void settled(SettledQuestion settled);

    /// It could not be sent; the question is open.
    void notSent(OpenQuestion question, Receipt receipt);
}
