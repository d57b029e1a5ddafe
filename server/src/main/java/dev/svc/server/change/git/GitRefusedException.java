package dev.svc.server.change.git;

/// Git was not asked, or did not answer; the message is a sentence for people.
public final class GitRefusedException extends Exception {
    private static final long serialVersionUID = 1;

    private final Reason reason;

    public enum Reason {
        NO_FOLDER,
        NOT_A_REPOSITORY,
        NO_GIT,
        OTHER_OWNER,
        ELSEWHERE,
        NO_BASE,
        TOO_SLOW,
        FAILED
    }

    GitRefusedException(Reason reason, String sentence) {
        super(sentence);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }

    public String sentence() {
        return String.valueOf(getMessage());
    }
}
