package dev.svc.server;

/// The secrets of the tests. `./test` ends by looking for them in everything that the whole run has written, so
/// each of them is a text that occurs nowhere else.
public final class Canary {
    public static final String PASSWORD = "canary horse battery staple";
    public static final String SECRET_KEY = "canary-key-0123456789abcdef01234";
    public static final String METRICS_TOKEN = "canary-metrics-token";

    private Canary() {}
}
