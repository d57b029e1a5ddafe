package dev.svc.server.usage.price;

/// Dollars for a million tokens.
///
/// @param cacheWriteHour for what is kept in a cache for an hour
public record Rates(double input, double output, double cacheRead, double cacheWrite, double cacheWriteHour) {
    private static final double MILLION = 1_000_000;

    /// What so many tokens cost, in dollars.
    ///
    /// @param cacheWrite all of it, of which `cacheWriteHour` is kept for an hour
    public double of(long input, long output, long cacheRead, long cacheWrite, long cacheWriteHour) {
        return (input * this.input
                        + output * this.output
                        + cacheRead * this.cacheRead
                        + (cacheWrite - cacheWriteHour) * this.cacheWrite
                        + cacheWriteHour * this.cacheWriteHour)
                / MILLION;
    }
}
