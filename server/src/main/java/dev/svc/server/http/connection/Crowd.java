package dev.svc.server.http.connection;

/// How many connections there may be.
///
/// @param all at any one time
/// @param strangersOfSource from one source (an IPv4 address, an IPv6 /64) without a login; this host and trusted
/// proxies, behind which
///     everybody may be, are not counted by source
public record Crowd(int all, int strangersOfSource) {
    private static final int MOST = 2048;
    private static final int MOST_STRANGERS = 64;

    /// What a limit on open files leaves room for: half of it belongs to terminals and files.
    public static Crowd of(long openFiles) {
        return new Crowd(Math.clamp(openFiles / 2, MOST_STRANGERS, MOST), MOST_STRANGERS);
    }
}
