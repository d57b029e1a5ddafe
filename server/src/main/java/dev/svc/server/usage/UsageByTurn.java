package dev.svc.server.usage;

import dev.svc.server.session.SessionId;
import dev.svc.server.usage.price.PriceTable;
import dev.svc.server.usage.price.Prices;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/// What the turns of a session used. A call belongs to the last turn that began before it, or with it: logs say when
/// a call was, and not all say in which turn. Memory has hours alone, so calls are read from the file.
final class UsageByTurn {
    private static final int MOST_CALLS = 100_000;

    private final Path folder;
    private final UsageTally tally;
    private final Prices prices;

    UsageByTurn(Path folder, UsageTally tally, Prices prices) {
        this.folder = folder;
        this.tally = tally;
        this.prices = prices;
    }

    /// What there is to know before the file is opened.
    private record Known(List<Integer> sessions, List<String> models, long unreadable, boolean isWritten) {}

    /// @param isRead whether it has been read as it is now
    UsageView.OfSession of(SessionId session, TurnTimes times, boolean isRead) throws IOException {
        var sums = new Sums(times.finder(), prices.now().table(), known(session));
        boolean isWhole = true;
        if (!times.began().isEmpty()) {
            try (var database = UsageDatabase.look(folder).orElse(null)) {
                isWhole = database == null || sums.read(database);
            } catch (SQLException unusable) {
                throw new IOException("What was counted cannot be read: " + unusable.getMessage(), unusable);
            }
        }
        return sums.view(isRead && isWhole);
    }

    /// A sub-agent's turns are its own, though what it used counts for the session that started it.
    private Known known(SessionId session) {
        return tally.with(all -> {
            var models = new ArrayList<String>();
            for (int model = 0; model < all.models(); model++) {
                models.add(all.modelName(model));
            }
            var parts = all.find(session)
                    .map(use -> all.root(use) == use ? all.partsOf(use) : List.of(use))
                    .orElse(List.of());
            return new Known(
                    parts.stream().map(part -> part.number).toList(),
                    models,
                    parts.stream().mapToLong(part -> part.unreadable).sum(),
                    parts.stream().noneMatch(part -> part.isAhead));
        });
    }

    /// Adds up calls. Owned by the question that made it.
    private final class Sums {
        private final TurnTimes.Finder turns;
        private final PriceTable table;
        private final Known known;
        private final TreeMap<Integer, UsageSum> ofTurns = new TreeMap<>();
        private final UsageSum total = new UsageSum();
        private final TreeSet<String> unpriced = new TreeSet<>();

        Sums(TurnTimes.Finder turns, PriceTable table, Known known) {
            this.turns = turns;
            this.table = table;
            this.known = known;
        }

        /// Whether that is all.
        boolean read(UsageDatabase database) throws SQLException {
            int left = MOST_CALLS;
            for (int session : known.sessions()) {
                left -= database.calls(session, turns.from(), turns.to(), left, this::add);
            }
            return left > 0;
        }

        private void add(Call call) {
            if (call.model() >= known.models().size()) {
                return;
            }
            var name = known.models().get(call.model());
            var numbers = SessionUse.numbers(call, 1);
            double dollars =
                    UsageSum.dollars(tally.hours().of(call.second()), call.kind(), numbers, 0, table.find(name));
            if (Double.isNaN(dollars)) {
                unpriced.add(name);
            }
            for (var sum : List.of(total, ofTurns.computeIfAbsent(turns.turnAt(call.at()), _ -> new UsageSum()))) {
                sum.of(0);
                sum.add(numbers, 0, dollars);
            }
        }

        UsageView.OfSession view(boolean isComplete) {
            var rows = new ArrayList<UsageView.Line>();
            ofTurns.forEach((turn, sum) -> rows.add(UsageView.Line.of(String.valueOf(turn), null, null, null, sum)));
            return new UsageView.OfSession(
                    rows,
                    total.counts(),
                    UsageView.CURRENCY,
                    List.copyOf(unpriced),
                    known.unreadable(),
                    isComplete && known.isWritten());
        }
    }
}
