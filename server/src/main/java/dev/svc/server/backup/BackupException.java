package dev.svc.server.backup;

/// A backup that cannot be made or restored; the message is the sentence for people.
public final class BackupException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public BackupException(String sentence) {
        super(sentence);
    }
}
