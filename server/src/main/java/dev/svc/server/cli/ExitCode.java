package dev.svc.server.cli;

/// What the command ends with. The numbers are those of sysexits where it has one.
public enum ExitCode {
    OK(0, "done"),
    FAILED(1, "failed; the sentence on stderr says why"),
    USAGE(2, "unknown subcommand, option or argument"),
    JAVA_TOO_OLD(3, "no JDK 25 or newer"),
    NOT_INSTALLED(4, "an update was asked for, but what runs is no installed release"),
    NOTHING_FOUND(5, "nothing was found"),
    TIMED_OUT(6, "what was waited for did not come in time"),
    NO_PAGE(66, "SVC_WEB_DIST holds no index.html"),
    PORT_TAKEN(69, "the port is taken, or the address is not one of this machine"),
    BROKEN(70, "something that the service cannot do without has died; it should be started again"),
    HOME_NOT_WRITABLE(73, "the home folder cannot be written"),
    HOME_BUSY(75, "another process runs on this home"),
    PERMISSION(77, "the env file can be read by others"),
    CONFIGURATION(78, "a variable has a value that cannot be used");

    private final int number;
    private final String meaning;

    ExitCode(int number, String meaning) {
        this.number = number;
        this.meaning = meaning;
    }

    public int number() {
        return number;
    }

    public String meaning() {
        return meaning;
    }
}
