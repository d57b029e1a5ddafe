package dev.svc.server.engine.usage;

/// Names a call of a model by 64 bits: the same text gives the same key in every run and on every host.
public final class UsageKey {
    private static final long OFFSET = 0xcbf29ce484222325L;
    private static final long PRIME = 0x100000001b3L;
    private static final long MIX_ONE = 0xff51afd7ed558ccdL;
    private static final long MIX_TWO = 0xc4ceb9fe1a85ec53L;

    private UsageKey() {}

    /// The key of what these name.
    ///
    /// @param parts what tells the call from all others of all programs; their order counts
    public static long of(Object... parts) {
        long hash = OFFSET;
        for (var part : parts) {
            var text = part.toString();
            for (int i = 0; i < text.length(); i++) {
                hash = (hash ^ text.charAt(i)) * PRIME;
            }
            hash = (hash ^ 0xffff) * PRIME;
        }
        return mixed(hash);
    }

    /// The last characters would otherwise only reach the low bits.
    private static long mixed(long hash) {
        long mixed = (hash ^ (hash >>> 33)) * MIX_ONE;
        mixed = (mixed ^ (mixed >>> 33)) * MIX_TWO;
        return mixed ^ (mixed >>> 33);
    }
}
