package dev.svc.server.wiring.usage;

import dev.svc.server.catalog.Catalog;
import dev.svc.server.catalog.Running;
import dev.svc.server.cli.CatalogView.Seen;
import dev.svc.server.engine.EngineProvider;
import dev.svc.server.follow.FollowedStores;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.session.SessionId;
import dev.svc.server.usage.Usage;
import dev.svc.server.usage.UsageSettings;
import dev.svc.server.usage.UsageView;
import dev.svc.server.usage.price.Prices;
import dev.svc.shared.config.Config;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// Usage with what it needs from other rooms.
public final class UsageRoom {
    /// A file of this name in the data folder overrides the prices that come with svc.
    private static final String PRICES = "prices.json";

    /// Rows of sessions that have been quiet for longer are not announced: they are being read for the first time.
    private static final Duration LATELY = Duration.ofHours(1);

    private UsageRoom() {}

    /// What it speaks to.
    ///
    /// @param announceRow a row says something else
    /// @param notices tell devices of a budget
    public record Around(
            Catalog catalog,
            Metadata metadata,
            FollowedStores stores,
            Supplier<UsageSettings> settings,
            Supplier<Collection<Running>> running,
            Pages pages,
            Consumer<SessionId> announceRow,
            Notices notices,
            BooleanSupplier somebodyWaits,
            InstantSource clock) {}

    /// The open pages.
    @FunctionalInterface
    public interface Pages {
        void announce(String type, Object data);
    }

    /// The devices of people.
    @FunctionalInterface
    public interface Notices {
        /// Tells of one.
        ///
        /// @param session empty for a day's budget
        /// @param spent and the budget, as amounts of money
        void overBudget(Optional<SessionId> session, String spent, String budget);
    }

    /// Makes it; nothing is read before it is started.
    public static Usage of(Config config, Around around) {
        var catalog = around.catalog();
        return new Usage(
                config.home().usage(),
                prices(config),
                new Usage.Around(
                        around.stores(),
                        engine -> catalog.engines().find(engine).flatMap(EngineProvider::usage),
                        catalog::stored,
                        new UsageNames(catalog, around.metadata()::organisation),
                        around.settings(),
                        () -> around.running().get().stream()
                                .filter(it -> it.status().isLive())
                                .map(it -> new Usage.Runs(it.id(), it.status()))
                                .toList(),
                        session -> changed(session, around),
                        passed -> warn(passed, around),
                        around.somebodyWaits(),
                        around.clock(),
                        ZoneId.systemDefault()));
    }

    /// What a service has counted, for commands; empty where nothing was.
    public static Optional<Usage> look(Config config, Seen seen) throws IOException {
        return Usage.look(
                config.home().usage(),
                prices(config),
                new UsageNames(seen.catalog(), seen::organisation),
                InstantSource.system(),
                ZoneId.systemDefault());
    }

    private static Prices prices(Config config) {
        return new Prices(config.home().data().resolve(PRICES));
    }

    private static void changed(SessionId session, Around around) {
        var since = around.clock().instant().minus(LATELY);
        if (around.settings().get().onRow()
                && around.catalog()
                        .stored(session)
                        .filter(facts -> facts.updatedAt().isAfter(since))
                        .isPresent()) {
            around.announceRow().accept(session);
        }
    }

    private static void warn(UsageView.Passed passed, Around around) {
        around.pages().announce("budget", passed);
        var session = Optional.ofNullable(passed.sid()).flatMap(SessionId::find);
        around.notices().overBudget(session, dollars(passed.spent()), dollars(passed.budget()));
    }

    private static String dollars(double amount) {
        return String.format(Locale.ROOT, "$%.2f", amount);
    }
}
