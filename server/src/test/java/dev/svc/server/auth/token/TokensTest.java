package dev.svc.server.auth.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.MovingClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tokens of a service that runs, beside commands that change the same file.
class TokensTest {
    private static final Set<Scope> READ = Set.of(Scope.READ);

    @TempDir
    Path folder = Path.of("");

    private final MovingClock clock = new MovingClock(Instant.parse("2026-11-21T10:00:00Z"));
    private final SecureRandom random = new SecureRandom();
    private TokensFile file;
    private Tokens tokens;

    @BeforeEach
    void open() {
        file = TokensFile.in(folder);
        tokens = new Tokens(file, clock.clock(), random);
    }

    private Tokens.Made onHost(String name, @Nullable Instant end) throws Exception {
        return Tokens.create(file, new Tokens.Wish(name, READ, end, false), clock.instant(), random);
    }

    @Test
    void a_token_opens_what_it_was_made_for_and_its_text_is_kept_nowhere() throws Exception {
        var made = tokens.create("report", Set.of(Scope.READ, Scope.DRIVE), null);

        assertThat(tokens.find(made.text()).orElseThrow().scopes()).containsExactlyInAnyOrder(Scope.READ, Scope.DRIVE);
        var secret =
                made.text().substring(made.text().lastIndexOf('_', made.text().length() - 44) + 1);
        assertThat(Files.readString(folder.resolve("tokens.json")))
                .contains("report")
                .doesNotContain(secret);
        assertThat(made.toString()).doesNotContain(secret);
        assertThat(Files.getPosixFilePermissions(folder.resolve("tokens.json")))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "svc",
                "svc__",
                "svc_x_",
                "Bearer",
                "svc_0123456789_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
            })
    void what_is_no_token_opens_nothing(String text) throws Exception {
        tokens.create("report", READ, null);

        assertThat(tokens.find(text)).isEmpty();
    }

    @Test
    void every_changed_character_of_a_token_opens_nothing() throws Exception {
        var text = tokens.create("report", READ, null).text();

        for (int i = 0; i < text.length(); i++) {
            var other = text.charAt(i) == 'A' ? 'B' : 'A';
            assertThat(tokens.find(text.substring(0, i) + other + text.substring(i + 1)))
                    .isEmpty();
        }
    }

    @Test
    void a_token_that_has_expired_opens_nothing_and_is_dropped() throws Exception {
        var ended = new ArrayList<String>();
        tokens.onEnd(ended::add);
        var made = tokens.create("report", READ, clock.instant().plusSeconds(60));
        clock.pass(Duration.ofSeconds(60));

        assertThat(tokens.find(made.text())).isEmpty();
        assertThat(tokens.list()).isEmpty();
        assertThat(tokens.sweep().ended()).extracting(ApiToken::name).containsExactly("report");
        assertThat(ended).containsExactly(made.token().id());
        assertThat(tokens.sweep().ended()).isEmpty();
    }

    @Test
    void what_a_command_makes_and_ends_counts_at_once_and_is_told_once() throws Exception {
        var ended = new ArrayList<String>();
        tokens.onEnd(ended::add);
        var made = onHost("cron", null);
        assertThat(tokens.find(made.text())).isPresent();
        assertThat(tokens.sweep().made()).extracting(ApiToken::name).containsExactly("cron");
        assertThat(tokens.sweep().made()).isEmpty();

        assertThat(Tokens.end(file, "cron")).isPresent();

        assertThat(tokens.find(made.text())).isEmpty();
        assertThat(ended).containsExactly(made.token().id());
        assertThat(tokens.sweep().ended()).extracting(ApiToken::name).containsExactly("cron");
        assertThat(file.read()).isEmpty();
    }

    @Test
    void what_was_made_and_ended_while_no_service_ran_is_told_by_the_next() throws Exception {
        onHost("kept", null);
        onHost("gone", null);
        Tokens.end(file, "gone");

        var news = new Tokens(file, clock.clock(), random).sweep();

        assertThat(news.made()).extracting(ApiToken::name).containsExactly("kept", "gone");
        assertThat(news.ended()).extracting(ApiToken::name).containsExactly("gone");
    }

    @Test
    void what_is_made_and_ended_in_the_page_is_told_by_the_page() throws Exception {
        var made = tokens.create("report", READ, null);
        assertThat(tokens.sweep().made()).isEmpty();

        assertThat(tokens.end(made.token().id())).isPresent();

        assertThat(tokens.sweep().ended()).isEmpty();
        assertThat(tokens.end(made.token().id())).isEmpty();
    }

    @Test
    void the_last_use_is_known_at_once_and_written_at_most_a_minute_later() throws Exception {
        var made = tokens.create("report", READ, null);
        clock.pass(Duration.ofSeconds(1));
        tokens.find(made.text());
        assertThat(tokens.list().getFirst().lastUsedAt()).isEqualTo(clock.instant());

        tokens.sweep();
        var first = clock.instant();
        assertThat(file.read().getFirst().lastUsedAt()).isEqualTo(first);

        clock.pass(Duration.ofSeconds(30));
        tokens.find(made.text());
        tokens.sweep();
        assertThat(file.read().getFirst().lastUsedAt()).isEqualTo(first);
        clock.pass(Duration.ofSeconds(31));
        tokens.find(made.text());
        tokens.sweep();
        assertThat(file.read().getFirst().lastUsedAt()).isEqualTo(clock.instant());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", " a", "a ", "a\nb", "a\u0007", "a\u202eb"})
    void a_name_that_cannot_be_shown_is_refused(String name) {
        assertThatThrownBy(() -> tokens.create(name, READ, null)).isInstanceOf(Tokens.RefusedException.class);
    }

    @Test
    void a_name_is_one_tokens_until_that_has_ended() throws Exception {
        var made = tokens.create("report", READ, null);
        assertThatThrownBy(() -> tokens.create("report", READ, null)).isInstanceOf(Tokens.RefusedException.class);

        tokens.end(made.token().id());

        assertThat(tokens.create("report", READ, null).text()).isNotEqualTo(made.text());
    }

    @Test
    void a_token_needs_a_scope_an_end_ahead_and_room() throws Exception {
        assertThatThrownBy(() -> tokens.create("a", Set.of(), null)).isInstanceOf(Tokens.RefusedException.class);
        assertThatThrownBy(() -> tokens.create("a", READ, clock.instant())).isInstanceOf(Tokens.RefusedException.class);
        for (int i : IntStream.range(0, Tokens.MOST).toArray()) {
            tokens.create("t" + i, READ, null);
        }
        assertThatThrownBy(() -> tokens.create("a", READ, null)).isInstanceOf(Tokens.RefusedException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "[]x", "{\"tokens\":[{\"id\":\"a\",\"scopes\":[\"rule\"]}]}", "{\"tokens\":[{}]}"})
    void a_broken_file_opens_nothing_and_stays_as_it_is(String content) throws Exception {
        var made = tokens.create("report", READ, null);
        Files.writeString(folder.resolve("tokens.json"), content);

        assertThat(tokens.find(made.text())).isEmpty();
        assertThatThrownBy(() -> tokens.create("more", READ, null)).isInstanceOf(IOException.class);
        tokens.sweep();
        assertThat(Files.readString(folder.resolve("tokens.json"))).isEqualTo(content);
    }

    @Test
    void a_file_that_others_can_write_opens_nothing() throws Exception {
        var made = tokens.create("report", READ, null);
        var path = folder.resolve("tokens.json");
        var all = Files.readAllBytes(path);
        Files.delete(path);
        Files.write(path, all);
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-rw-rw-"));

        assertThat(tokens.find(made.text())).isEmpty();
    }

    @Test
    void many_at_once_lose_nothing() throws Exception {
        var threads = IntStream.range(0, 8)
                .mapToObj(i -> Thread.ofVirtual().start(() -> {
                    try {
                        var made = i % 2 == 0 ? tokens.create("t" + i, READ, null) : onHost("t" + i, null);
                        tokens.find(made.text());
                        tokens.sweep();
                    } catch (Exception failed) {
                        throw new AssertionError(failed);
                    }
                }))
                .toList();
        for (var thread : threads) {
            thread.join();
        }

        assertThat(file.read()).hasSize(8);
        assertThat(List.copyOf(tokens.list())).hasSize(8);
    }

    @Test
    void a_command_of_the_same_user_opens_everything_for_a_day() {
        var local = new LocalTokens(clock.clock(), random);
        var text = local.make();
        assertThat(local.holds(text)).isTrue();
        assertThat(local.holds(new LocalTokens(clock.clock(), random).make())).isFalse();
        assertThat(tokens.find(text)).isEmpty();

        clock.pass(Duration.ofDays(1));

        assertThat(local.holds(text)).isFalse();
    }

    @Test
    void what_is_lent_for_somebody_opens_what_was_said_until_it_is_taken_back() {
        var local = new LocalTokens(clock.clock(), random);
        var text = local.lend("ada@laptop-3", Set.of(Scope.READ));
        var holder = local.find(text).orElseThrow();
        assertThat(holder.author()).isEqualTo("ada@laptop-3");
        assertThat(holder.scopes()).containsExactly(Scope.READ);
        local.takeBack(text);
        assertThat(local.find(text)).isEmpty();

        var forgotten = local.lend("ada@laptop-3", Set.of(Scope.READ));
        clock.pass(Duration.ofMinutes(2));
        assertThat(local.find(forgotten)).isEmpty();
    }
}
