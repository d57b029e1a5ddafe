package dev.svc.server.fleet.envelope;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// What a host lets the other hosts of its fleet do: each step includes those before it. The host itself
/// decides, for all others alike.
public enum Allowance {
    /// See its list.
    LIST,
    /// Read its conversations, and search them.
    READ,
    /// Change titles, favourites, archive, snoozing and projects of its sessions.
    ORGANISE,
    /// See and type into its terminals, answer what programs ask, begin and end them.
    DRIVE;

    /// As variables, messages and interfaces write it.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    public boolean includes(Allowance step) {
        return compareTo(step) >= 0;
    }

    public static Optional<Allowance> find(String word) {
        return Arrays.stream(values()).filter(it -> it.word().equals(word)).findFirst();
    }

    /// A word that this release does not know allows the least.
    public static Allowance of(String word) {
        return find(word).orElse(LIST);
    }
}
