package dev.svc.server.wiring.bench;

import dev.svc.server.bench.row.AttachRow;
import dev.svc.server.bench.row.BenchRow;
import dev.svc.server.bench.row.ChangeRow;
import dev.svc.server.bench.row.CommandRow;
import dev.svc.server.bench.row.EchoRow;
import dev.svc.server.bench.row.PrintingRow;
import dev.svc.server.bench.row.StartRow;
import dev.svc.server.bench.row.ThroughputRow;
import dev.svc.server.bench.row.UsageRow;
import java.util.List;

/// Everything that the benchmark can measure, in the order of its table.
public final class BenchRows {
    private static final int SOME = 50;
    private static final int MANY = 200;

    private BenchRows() {}

    /// All rows, over lists of one size.
    ///
    /// @param sessions that a list has
    public static List<BenchRow> of(int sessions) {
        return List.of(
                new EchoRow(),
                new PrintingRow(SOME),
                new PrintingRow(MANY),
                new ThroughputRow(),
                new AttachRow(),
                new ListingRow(sessions),
                new ChangeRow(sessions),
                new JournalRow(),
                new UsageRow(),
                new StartRow(),
                new CommandRow());
    }
}
