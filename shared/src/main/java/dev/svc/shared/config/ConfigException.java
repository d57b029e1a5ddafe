package dev.svc.shared.config;

/// A setting that the program cannot start with, as one sentence that says how to mend it.
public final class ConfigException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public ConfigException(String sentence) {
        super(sentence);
    }
}
