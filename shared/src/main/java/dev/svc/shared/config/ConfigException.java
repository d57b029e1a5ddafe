package dev.svc.shared.config;

/// A setting that the program cannot start with, as one sentence that says how to fix it.
public final class ConfigException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final Fault fault;

    /// What is wrong, for the exit code.
    public enum Fault {
        VALUE,
        OPEN_TO_OTHERS
    }

    public ConfigException(String sentence) {
        this(Fault.VALUE, sentence);
    }

    ConfigException(Fault fault, String sentence) {
        super(sentence);
        this.fault = fault;
    }

    public Fault fault() {
        return fault;
    }
}
