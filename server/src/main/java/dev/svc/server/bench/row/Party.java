package dev.svc.server.bench.row;

import java.util.Map;

/// Somebody whose figures are taken.
///
/// @param name how the table calls it
public record Party(String name, Measure measure) {
    /// The party that the bench is about.
    public static final String SVC = "svc";

    /// How its figures are taken.
    @FunctionalInterface
    public interface Measure {
        /// Measures once.
        ///
        /// @return each figure by its name
        Map<String, Double> once() throws Exception;
    }
}
