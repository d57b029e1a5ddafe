package dev.svc.server.cli;

/// Ends a command with its code and one sentence for people that names the way out.
public final class CommandException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final ExitCode code;

    public CommandException(ExitCode code, String sentence) {
        super(sentence);
        this.code = code;
    }

    public ExitCode code() {
        return code;
    }
}
