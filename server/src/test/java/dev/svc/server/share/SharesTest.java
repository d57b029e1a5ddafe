package dev.svc.server.share;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.MovingClock;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.share.Shares.Link;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SharesTest {
    private static final Duration A_DAY = Duration.ofDays(1);
    private static final SessionId SESSION = new SessionId(EngineKey.CODEX, "one");

    @TempDir
    private Path temp;

    private final MovingClock clock = new MovingClock(Instant.parse("2026-11-21T10:00:00Z"));
    private Path folder = Path.of("");
    private Shares shares;

    @BeforeEach
    void open() {
        folder = temp.resolve("shares");
        shares = open(folder);
    }

    private Shares open(Path where) {
        return new Shares(where, new SecureRandom(), clock);
    }

    private static SharedPage page(String html) {
        return new SharedPage(0, 1, 2, "The cart", List.of(), null, Map.of(), html);
    }

    private Link share(String html) throws Exception {
        return shares.add(SESSION, page(html), A_DAY);
    }

    private static String shown(Shares shares, Link link) {
        return shares.find(link.token())
                .map(it -> new String(it, StandardCharsets.UTF_8))
                .orElse("");
    }

    @Test
    void a_link_leads_to_its_page_also_after_a_restart() throws Exception {
        var link = share("<p>ü");
        assertThat(shown(shares, link)).isEqualTo("<p>ü");
        assertThat(shown(open(folder), link)).isEqualTo("<p>ü");
        assertThat(open(folder).all()).containsExactly(link.shared());
    }

    @Test
    void a_token_has_256_bits_and_none_is_like_another() throws Exception {
        var tokens = new HashSet<String>();
        for (int i = 0; i < Shares.MOST; i++) {
            var token = share("x").token();
            assertThat(Base64.getUrlDecoder().decode(token)).hasSize(32);
            tokens.add(token);
        }
        assertThat(tokens).hasSize(Shares.MOST);
    }

    @Test
    void no_token_is_on_the_disk_and_all_of_it_is_private() throws Exception {
        var link = share("x");
        try (var files = Files.walk(temp.resolve("shares"))) {
            for (Path file : files.toList()) {
                var mode = PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
                assertThat(mode).isEqualTo(Files.isDirectory(file) ? "rwx------" : "rw-------");
                if (Files.isRegularFile(file)) {
                    assertThat(Files.readString(file)).doesNotContain(link.token());
                    assertThat(file.toString()).doesNotContain(link.token());
                }
            }
        }
    }

    @Test
    void a_link_leads_nowhere_once_it_is_over_and_is_listed_no_more() throws Exception {
        var link = share("x");
        clock.pass(A_DAY.minusMillis(1));
        assertThat(shown(shares, link)).isEqualTo("x");
        clock.pass(Duration.ofMillis(1));
        assertThat(shown(shares, link)).isEmpty();
        assertThat(shares.all()).isEmpty();
        assertThat(shares.revoke(link.shared().id())).isEmpty();
    }

    @Test
    void a_link_that_is_taken_back_leads_nowhere_and_its_page_is_gone() throws Exception {
        var link = share("x");
        var other = share("y");
        assertThat(shares.revoke(link.shared().id())).contains(link.shared());
        assertThat(shown(shares, link)).isEmpty();
        assertThat(shown(open(folder), link)).isEmpty();
        assertThat(shown(shares, other)).isEqualTo("y");
        assertThat(pages()).containsExactly(other.shared().id() + ".html");
    }

    @Test
    void pages_of_links_that_are_over_go_with_the_next_change() throws Exception {
        share("x");
        clock.pass(A_DAY);
        var next = share("y");
        assertThat(pages()).containsExactly(next.shared().id() + ".html");
    }

    private List<String> pages() throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(it -> it.getFileName().toString())
                    .filter(it -> it.endsWith(".html"))
                    .toList();
        }
    }

    @Test
    void there_are_so_many_links_and_no_more_until_one_goes() throws Exception {
        for (int i = 0; i < Shares.MOST; i++) {
            share("x");
        }
        assertThatThrownBy(() -> share("one more"))
                .isInstanceOf(UnfitShareException.class)
                .hasMessageContaining("revoke one first");
        shares.revoke(shares.all().getFirst().id());
        assertThat(shown(shares, share("one more"))).isEqualTo("one more");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "x", "../shares.json", "..%2fshares", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "\u0000"
            })
    void what_is_no_token_of_a_link_leads_nowhere(String token) throws Exception {
        share("x");
        assertThat(shares.find(token)).isEmpty();
    }

    @Test
    void neither_the_id_nor_the_hash_of_a_link_is_a_token() throws Exception {
        var link = share("x");
        assertThat(shares.find(link.shared().id())).isEmpty();
        assertThat(shares.find(link.shared().tokenHash())).isEmpty();
        assertThat(shares.find(link.shared().tokenHash().substring(0, 43))).isEmpty();
    }

    @Test
    void a_list_that_was_damaged_shares_nothing_and_names_no_file_outside() throws Exception {
        var link = share("x");
        var list = folder.resolve("shares.json");
        var text = Files.readString(list);
        Files.writeString(temp.resolve("secret.html"), "secret");
        Files.writeString(list, text.replace(link.shared().id(), "../secret"));
        assertThat(open(folder).all()).isEmpty();
        Files.writeString(list, text.substring(0, text.length() / 2));
        assertThat(open(folder).all()).isEmpty();
    }
}
