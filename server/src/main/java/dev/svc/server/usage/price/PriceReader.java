package dev.svc.server.usage.price;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.svc.server.usage.price.ModelPrice.Period;
import java.io.IOException;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Reads a table of prices: `{"models": [{"model", "since", "input", "output", "cache_read", "cache_write",
/// "cache_write_1h", "above_200k": {...}}]}`. A price of a cache that is not there is that of input.
final class PriceReader {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();
    private static final int MOST_MODELS = 5_000;
    private static final int LONGEST_NAME = 200;
    private static final double DEAREST = 100_000;
    private static final String FIRST_DAY = "2000-01-01";

    private PriceReader() {}

    /// @throws UnfitPricesException when any part of it is wrong: prices are all right or not used
    static Map<String, ModelPrice> read(byte[] json) throws UnfitPricesException {
        JsonNode table;
        try {
            table = MAPPER.readTree(json);
        } catch (JsonProcessingException broken) {
            var place = broken.getLocation();
            throw new UnfitPricesException("it is no JSON (line %d, column %d)"
                    .formatted(place == null ? 1 : place.getLineNr(), place == null ? 1 : place.getColumnNr()));
        } catch (IOException impossible) {
            throw new UnfitPricesException("it cannot be read");
        }
        var models = table.path("models");
        if (!models.isArray() || models.size() > MOST_MODELS) {
            throw new UnfitPricesException("it takes an object with \"models\", a list of at most " + MOST_MODELS);
        }
        return read(models);
    }

    private static Map<String, ModelPrice> read(JsonNode models) throws UnfitPricesException {
        var periods = new LinkedHashMap<String, List<Period>>();
        for (var entry : models) {
            var name = entry.path("model").asText().strip().toLowerCase(Locale.ROOT);
            if (name.isEmpty() || name.length() > LONGEST_NAME) {
                throw new UnfitPricesException("an entry has no \"model\", which is the name of one");
            }
            var usual = rates(name, entry);
            var above = entry.path("above_200k");
            periods.computeIfAbsent(name, _ -> new ArrayList<>())
                    .add(new Period(since(name, entry), usual, above.isObject() ? rates(name, above) : usual));
        }
        var prices = new LinkedHashMap<String, ModelPrice>();
        periods.forEach((name, found) -> {
            found.sort(Comparator.comparing(Period::since));
            prices.put(name, new ModelPrice(name, found));
        });
        return prices;
    }

    private static Rates rates(String model, JsonNode entry) throws UnfitPricesException {
        double input = number(model, entry, "input", -1);
        double output = number(model, entry, "output", -1);
        double cacheWrite = number(model, entry, "cache_write", input);
        return new Rates(
                input,
                output,
                number(model, entry, "cache_read", input),
                cacheWrite,
                number(model, entry, "cache_write_1h", cacheWrite));
    }

    private static double number(String model, JsonNode entry, String name, double otherwise)
            throws UnfitPricesException {
        var value = entry.path(name);
        double number = value.isMissingNode() || value.isNull() ? otherwise : value.isNumber() ? value.asDouble() : -1;
        if (!(number >= 0 && number <= DEAREST)) {
            throw new UnfitPricesException(
                    "\"%s\" of %s takes dollars for a million tokens, such as 2.5".formatted(name, model));
        }
        return number;
    }

    private static LocalDate since(String model, JsonNode entry) throws UnfitPricesException {
        try {
            return LocalDate.parse(entry.path("since").asText(FIRST_DAY));
        } catch (DateTimeParseException none) {
            throw new UnfitPricesException("\"since\" of %s takes a date, such as 2026-11-21".formatted(model));
        }
    }
}
