package dev.svc.server.usage.price;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/// All prices that hold at the moment. Never changes; safe for any thread.
///
/// A model has a price when its name is one of the table's, or one of them with no more behind it than what names a
/// version of the same model. Another model of the family is another model: no price is better than a wrong one.
public final class PriceTable {
    private static final String BUILT_IN = "/prices.json";
    private static final int REMEMBERED = 2_000;

    /// What clouds and other programs put before a name.
    private static final Pattern BEFORE = Pattern.compile("^(?:(?:us|eu|apac|jp|au|global)\\.)?(?:anthropic\\.)?");

    private static final Pattern VERSION =
            Pattern.compile("(?:[-@](?:20\\d{6}|20\\d\\d-\\d\\d-\\d\\d|latest|default|v\\d{1,3}(?::\\d{1,3})?|\\d{3})"
                    + "|-preview(?:-\\d\\d-\\d\\d(?:-20\\d\\d)?)?|\\[1m\\])+");

    private final Map<String, ModelPrice> prices;
    private final LocalDate asOf;
    private final Map<String, Optional<ModelPrice>> found = new ConcurrentHashMap<>();

    private PriceTable(Map<String, ModelPrice> prices, LocalDate asOf) {
        this.prices = Map.copyOf(prices);
        this.asOf = asOf;
    }

    /// The one that comes with svc.
    public static PriceTable builtIn() {
        try (var in = Objects.requireNonNull(PriceTable.class.getResourceAsStream(BUILT_IN))) {
            return of(in.readAllBytes());
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        } catch (UnfitPricesException unfit) {
            throw new IllegalStateException(BUILT_IN + ": " + unfit.getMessage(), unfit);
        }
    }

    static PriceTable of(byte[] json) throws UnfitPricesException {
        var prices = PriceReader.read(json);
        var newest = prices.values().stream()
                .map(price -> price.periods().getLast().since())
                .max(LocalDate::compareTo)
                .orElse(LocalDate.EPOCH);
        return new PriceTable(prices, newest);
    }

    /// This table, with the models of another one in place of its own.
    PriceTable with(byte[] others) throws UnfitPricesException {
        var all = new HashMap<>(prices);
        all.putAll(PriceReader.read(others));
        return new PriceTable(all, asOf);
    }

    /// The date of the newest of the prices that come with svc.
    public LocalDate asOf() {
        return asOf;
    }

    public Optional<ModelPrice> find(String model) {
        var known = found.get(model);
        if (known != null) {
            return known;
        }
        var price = look(model);
        if (found.size() < REMEMBERED) {
            found.put(model, price);
        }
        return price;
    }

    private Optional<ModelPrice> look(String model) {
        var whole = model.strip().toLowerCase(Locale.ROOT);
        var exact = prices.get(whole);
        if (exact != null) {
            return Optional.of(exact);
        }
        var name = BEFORE.matcher(whole.substring(whole.lastIndexOf('/') + 1)).replaceFirst("");
        ModelPrice best = prices.get(name);
        for (var price : prices.values()) {
            var known = price.model();
            if (name.length() > known.length()
                    && name.startsWith(known)
                    && (best == null || known.length() > best.model().length())
                    && VERSION.matcher(name)
                            .region(known.length(), name.length())
                            .matches()) {
                best = price;
            }
        }
        return Optional.ofNullable(best);
    }
}
