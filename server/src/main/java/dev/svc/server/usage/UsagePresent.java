package dev.svc.server.usage;

import dev.svc.server.session.SessionId;
import dev.svc.server.usage.Usage.Runs;
import dev.svc.server.usage.price.ModelPrice;
import dev.svc.server.usage.price.PriceTable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What is used at this moment, and today. Made under the lock of the tally; owned by the call that made it.
final class UsagePresent {
    private static final int HOUR = 3_600;
    private static final int RATE_SECONDS = 600;
    private static final int RATE_MINUTES = 10;
    private static final int BAR = 300;
    private static final int BARS = RecentCalls.SECONDS / BAR;

    private final UsedSessions sessions;
    private final PriceTable table;
    private final long now;
    private final int midnight;
    private final Map<SessionUse, Burn> burns = new HashMap<>();
    private final Burn all = new Burn();
    private final Map<SessionUse, UsageSum> today = new HashMap<>();
    private final UsageSum day = new UsageSum();

    /// What one session, or all, used in the last two hours.
    private static final class Burn {
        private final long[] bars = new long[BARS];
        private final UsageSum hour = new UsageSum();
        private long lately;
    }

    /// A session, and what it cost in all.
    record Dear(SessionId session, double dollars) {}

    UsagePresent(UsedSessions sessions, PriceTable table, LocalHours hours, Instant now) {
        this.sessions = sessions;
        this.table = table;
        this.now = now.getEpochSecond();
        this.midnight = hours.midnight(now);
        burnt();
        ofToday();
    }

    private Optional<ModelPrice> price(int slot) {
        return table.find(sessions.modelName(SessionUse.model(slot)));
    }

    private void burnt() {
        int hour = midnight;
        for (var recent : sessions.recent().all()) {
            long age = now - recent.call().second();
            var use = sessions.numbered(recent.call().session());
            if (age < 0 || age >= RecentCalls.SECONDS || use.isEmpty()) {
                continue;
            }
            var burn = burns.computeIfAbsent(sessions.root(use.get()), _ -> new Burn());
            for (var it : List.of(burn, all)) {
                long tokens = recent.sign() * recent.call().tokens().total();
                it.bars[BARS - 1 - (int) (age / BAR)] += tokens;
                it.lately += age < RATE_SECONDS ? tokens : 0;
                if (age < HOUR) {
                    int slot = SessionUse.slot(recent.call());
                    it.hour.add(
                            hour,
                            SessionUse.kind(slot),
                            SessionUse.numbers(recent.call(), recent.sign()),
                            0,
                            price(slot));
                }
            }
        }
    }

    private void ofToday() {
        for (var part : sessions.parts()) {
            part.use().visit((hour, slot, numbers, at) -> {
                if (hour >= midnight) {
                    var price = price(slot);
                    day.add(hour, SessionUse.kind(slot), numbers, at, price);
                    today.computeIfAbsent(part.root(), _ -> new UsageSum())
                            .add(hour, SessionUse.kind(slot), numbers, at, price);
                }
            });
        }
    }

    UsageSum today() {
        return day;
    }

    long lately() {
        return Math.max(0, all.lately) / RATE_MINUTES;
    }

    UsageSum lastHour() {
        return all.hour;
    }

    /// Sessions that run or used something today and cost more than so much, the dearest first.
    List<Dear> over(double budget, Collection<Runs> running) {
        var some = new ArrayList<>(today.keySet());
        for (var it : running) {
            sessions.find(it.session())
                    .map(sessions::root)
                    .filter(root -> !today.containsKey(root) && !some.contains(root))
                    .ifPresent(some::add);
        }
        var dear = new ArrayList<Dear>();
        for (var root : some) {
            var sum = new UsageSum();
            for (var part : sessions.partsOf(root)) {
                part.visit((hour, slot, numbers, at) -> sum.add(hour, SessionUse.kind(slot), numbers, at, price(slot)));
            }
            if (sum.dollars() > budget) {
                dear.add(new Dear(root.id, sum.dollars()));
            }
        }
        dear.sort(Comparator.comparingDouble(Dear::dollars).reversed());
        return dear;
    }

    /// One that runs, without its title and project.
    UsageView.Live live(Runs runs) {
        var use = sessions.find(runs.session()).map(sessions::root);
        var burn = use.map(burns::get).orElseGet(Burn::new);
        var spent = use.map(today::get).orElseGet(UsageSum::new);
        var series = new ArrayList<Long>(BARS);
        for (var bar : burn.bars) {
            series.add(Math.max(0, bar));
        }
        return new UsageView.Live(
                runs.session().toString(),
                null,
                runs.session().engine().key(),
                null,
                runs.status().word(),
                Math.max(0, burn.lately) / RATE_MINUTES,
                Math.max(0, burn.hour.tokens()),
                cost(burn.hour),
                share(burn.hour),
                spent.tokens(),
                cost(spent),
                series);
    }

    private static @Nullable Double cost(UsageSum sum) {
        var cost = sum.cost();
        return cost == null ? null : (Double) Math.max(0, cost);
    }

    private double share(UsageSum part) {
        boolean isByCost = all.hour.unpriced() == 0 && all.hour.dollars() > 0;
        double whole = isByCost ? all.hour.dollars() : all.hour.tokens();
        double own = isByCost ? part.dollars() : part.tokens();
        return whole <= 0 ? 0 : Math.clamp(own / whole, 0.0, 1.0);
    }
}
