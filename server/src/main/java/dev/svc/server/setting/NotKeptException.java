package dev.svc.server.setting;

/// A setting could not be stored: the disk is full or read-only.
public final class NotKeptException extends RuntimeException {
    private static final long serialVersionUID = 1;

    NotKeptException(String field, Throwable cause) {
        super(field + " could not be stored: make room on the disk or mend its permissions, then try again", cause);
    }
}
