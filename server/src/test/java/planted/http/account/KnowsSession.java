package planted.http.account;

/// Planted for the floor plan's own test.
public final class KnowsSession {
    public static final Class<?> KNOWN = planted.http.session.Rows.class;

    private KnowsSession() {}
}
