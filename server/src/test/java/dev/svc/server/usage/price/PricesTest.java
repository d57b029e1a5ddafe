package dev.svc.server.usage.price;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PricesTest {
    private static final LocalDate DAY = LocalDate.parse("2026-11-21");
    private static final String OWN = "{\"models\":[{\"model\":\"my-model\",\"input\":2,\"output\":4}]}";

    @TempDir
    Path folder = Path.of("");

    private Prices.State with(String text) throws IOException {
        Files.writeString(folder.resolve("prices.json"), text);
        return new Prices(folder.resolve("prices.json")).now();
    }

    @ParameterizedTest
    @CsvSource({
        "claude-sonnet-4-5, claude-sonnet-4-5",
        "claude-sonnet-4-5-20250929, claude-sonnet-4-5",
        "claude-sonnet-4-20250514, claude-sonnet-4",
        "claude-sonnet-4-5[1m], claude-sonnet-4-5",
        "claude-opus-4-1@20250805, claude-opus-4-1",
        "us.anthropic.claude-sonnet-4-5-20250929-v1:0, claude-sonnet-4-5",
        "anthropic/claude-haiku-4-5, claude-haiku-4-5",
        "openai/gpt-5-codex, gpt-5-codex",
        "gpt-5-2025-08-07, gpt-5",
        "models/gemini-2.5-pro-preview-05-06, gemini-2.5-pro",
        "codex-mini-latest, codex-mini",
        "xai/grok-4.7, grok-4.7",
        "GPT-5, gpt-5"
    })
    void a_date_a_version_and_a_provider_do_not_make_another_model(String model, String known) {
        assertThat(PriceTable.builtIn().find(model))
                .get()
                .extracting(ModelPrice::model)
                .isEqualTo(known);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gpt-5.7",
                "claude-opus-4-9",
                "gpt-5-codex-max",
                "claude-sonnet-5",
                "demo",
                "",
                "gpt",
                "-",
                "grok-4.20",
                "grok-4.7-fast",
                "qwen3-coder-plus"
            })
    void another_model_of_the_family_has_no_price(String model) {
        assertThat(PriceTable.builtIn().find(model)).isEmpty();
    }

    @Test
    void a_file_of_the_home_adds_prices() throws IOException {
        var state = with(OWN);

        assertThat(state.isOverridden()).isTrue();
        assertThat(state.table().find("my-model").orElseThrow().on(DAY, false)).isEqualTo(new Rates(2, 4, 2, 2, 2));
        assertThat(state.table().find("gpt-5")).isPresent();
    }

    @Test
    void a_file_of_the_home_overrides_prices() throws IOException {
        var state = with("{\"models\":[{\"model\":\"gpt-5\",\"input\":0,\"output\":0}]}");

        assertThat(state.table().find("gpt-5").orElseThrow().on(DAY, false)).isEqualTo(new Rates(0, 0, 0, 0, 0));
    }

    @Test
    void the_price_of_the_day_counts() throws IOException {
        var price = with("{\"models\":[{\"model\":\"m\",\"since\":\"2026-06-01\",\"input\":2,\"output\":2},"
                        + "{\"model\":\"m\",\"since\":\"2026-01-01\",\"input\":1,\"output\":1}]}")
                .table()
                .find("m")
                .orElseThrow();

        assertThat(price.on(LocalDate.parse("2026-05-31"), false).input()).isEqualTo(1);
        assertThat(price.on(LocalDate.parse("2026-06-01"), false).input()).isEqualTo(2);
        assertThat(price.on(LocalDate.parse("2020-01-01"), false).input()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[]",
                "null",
                "{\"models\":7}",
                "{\"models\":[{}]}",
                "{\"models\":[{\"model\":\"m\"}]}",
                "{\"models\":[{\"model\":\"m\",\"input\":-1,\"output\":1}]}",
                "{\"models\":[{\"model\":\"m\",\"input\":\"1\",\"output\":1}]}",
                "{\"models\":[{\"model\":\"m\",\"input\":1e9,\"output\":1}]}",
                "{\"models\":[{\"model\":\"m\",\"input\":1,\"output\":1,\"since\":\"soon\"}]}",
                "{\"models\":[{\"model\":\"m\",\"input\":1,\"output\":1,\"above_200k\":{}}]}"
            })
    void a_file_that_cannot_be_used_is_complained_about_and_changes_nothing(String text) throws IOException {
        var state = with(text);

        assertThat(state.isOverridden()).isFalse();
        assertThat(state.trouble()).contains("prices.json is not used", "The prices that come with svc hold.");
        assertThat(state.table().find("gpt-5")).isPresent();
    }

    @Test
    void without_a_file_there_is_nothing_to_complain_about() {
        assertThat(new Prices(folder.resolve("prices.json")).now().trouble()).isNull();
    }

    @Test
    void what_is_kept_in_a_cache_for_an_hour_costs_more() {
        var rates = PriceTable.builtIn().find("claude-sonnet-4-5").orElseThrow().on(DAY, false);

        assertThat(rates.of(0, 0, 0, 2_000_000, 1_000_000)).isEqualTo(3.75 + 6);
    }

    @Test
    void a_model_without_a_second_column_costs_the_same_for_a_long_prompt() {
        var price = PriceTable.builtIn().find("gpt-5").orElseThrow();

        assertThat(price.on(DAY, true)).isEqualTo(price.on(DAY, false));
    }
}
