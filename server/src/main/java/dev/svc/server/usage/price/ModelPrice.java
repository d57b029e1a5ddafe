package dev.svc.server.usage.price;

import java.time.LocalDate;
import java.util.List;

/// The prices of one model, the oldest first.
public record ModelPrice(String model, List<Period> periods) {

    /// What holds from a day on.
    ///
    /// @param large for a call with a prompt of more than 200,000 tokens; the same as `usual` for most models
    public record Period(LocalDate since, Rates usual, Rates large) {}

    public ModelPrice {
        periods = List.copyOf(periods);
    }

    /// Before the first one that is known, that one.
    public Rates on(LocalDate day, boolean isLarge) {
        var period = periods.getFirst();
        for (var later : periods) {
            if (!later.since().isAfter(day)) {
                period = later;
            }
        }
        return isLarge ? period.large() : period.usual();
    }
}
