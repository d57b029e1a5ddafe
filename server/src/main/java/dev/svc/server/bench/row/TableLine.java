package dev.svc.server.bench.row;

import java.util.List;

/// One line of the table.
///
/// @param first whether it is about the first round alone, in which a process still knows nothing
/// @param beside what the same figure is of others, the limit of the machine first
public record TableLine(String title, String unit, String figure, boolean first, List<Beside> beside, Goal goal) {
    public TableLine {
        beside = List.copyOf(beside);
    }

    static TableLine of(String title, String unit, String figure, Goal goal, Beside... beside) {
        return new TableLine(title, unit, figure, false, List.of(beside), goal);
    }

    /// Somebody to be compared with.
    ///
    /// @param figure by the name that it has there
    public record Beside(String party, String figure) {}

    /// What is wanted.
    ///
    /// @param party whose ratio it is about; empty where it is about the figure itself
    public record Goal(double value, boolean atMost, String party) {
        public static Goal atMost(double value) {
            return new Goal(value, true, "");
        }

        public static Goal atMost(double ratio, String party) {
            return new Goal(ratio, true, party);
        }

        public static Goal atLeast(double ratio, String party) {
            return new Goal(ratio, false, party);
        }

        /// Whether it was reached.
        ///
        /// @param seen the figure, or the ratio to the party
        public boolean isMetBy(double seen) {
            return atMost ? seen <= value : seen >= value;
        }
    }
}
