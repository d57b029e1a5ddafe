package dev.svc.server.fleet.envelope;

import java.util.Locale;

/// Why a message is dropped.
public enum DropReason {
    /// Larger than svc sends.
    TOO_LARGE,
    /// Not in a form that svc writes.
    MALFORMED,
    /// In a form of a later release.
    OTHER_FORM,
    /// Under the secret of another epoch: sent before a host was ended, or by one that does not know of it
    /// yet.
    OTHER_EPOCH,
    /// From a host that is not in the fleet.
    UNKNOWN_SENDER,
    /// Not what its sender signed, or in another place than where it was put.
    FORGED,
    /// Seen before, or too old to know.
    REPLAYED,
    /// One row more than a host may have here.
    TOO_MANY;

    /// As interfaces write it.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
