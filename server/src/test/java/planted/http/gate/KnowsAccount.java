package planted.http.gate;

/// Planted for the floor plan's own test.
public final class KnowsAccount {
    public static final Class<?> KNOWN = planted.http.account.Door.class;

    private KnowsAccount() {}
}
