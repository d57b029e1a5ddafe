package dev.svc.server.update.release;

import java.util.regex.Pattern;

/// The repository that releases come from: an address that cannot be read as anything but one.
///
/// @param address as git takes it
public record ReleaseSource(String address) {
    private static final Pattern KNOWN = Pattern.compile(
            "https://[^\\s]+|ssh://[^-\\s][^\\s]*|file:///[^\\s].*|/.+|[A-Za-z0-9][\\w.-]*@[A-Za-z0-9][\\w.-]*:[^\\s]+");
    private static final Pattern PASSWORD = Pattern.compile("(https|ssh)://[^/@]*:[^/@]*@.*");

    /// What to do where no repository is known.
    static final String NONE =
            "No source is configured: set SVC_REPO in the env file to the address of svc's repository,"
                    + " as in SVC_REPO=https://git.example.org/svc.git";

    /// Of a text that people wrote.
    ///
    /// @throws UpdateException when it is not an allowed address for releases
    public static ReleaseSource of(String text) {
        if (text.isBlank()) {
            throw new UpdateException(NONE);
        }
        if (text.chars().anyMatch(Character::isISOControl)
                || !KNOWN.matcher(text).matches()) {
            throw new UpdateException("SVC_REPO is no address to update from: it begins with https://, ssh:// or /"
                    + " (a folder of this machine), or reads user@host:path.");
        }
        if (PASSWORD.matcher(text).matches()) {
            throw new UpdateException("SVC_REPO holds a password, which would show in the list of processes:"
                    + " use an ssh address, or let git's credential helper keep it.");
        }
        return new ReleaseSource(text);
    }

    @Override
    public String toString() {
        return address;
    }
}
