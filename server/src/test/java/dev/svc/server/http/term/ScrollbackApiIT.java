package dev.svc.server.http.term;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.catalog.Catalog;
import dev.svc.server.catalog.FakeEngine;
import dev.svc.server.catalog.scan.Cache;
import dev.svc.server.engine.Engines;
import dev.svc.server.http.Web;
import dev.svc.server.http.gate.Gate;
import dev.svc.server.http.gate.Origins;
import dev.svc.server.http.page.AppPage;
import dev.svc.server.http.page.Assets;
import dev.svc.server.http.session.SessionRoutes;
import dev.svc.server.metadata.fold.Organisation;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.terminal.AttachRequest;
import dev.svc.server.terminal.House;
import dev.svc.server.terminal.host.Size;
import dev.svc.server.texts.Unhurried;
import io.helidon.webserver.WebServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScrollbackApiIT {
    @TempDir
    Path temp = Path.of("");

    private final AtomicInteger port = new AtomicInteger();
    private final HttpClient client = HttpClient.newHttpClient();
    private House house;
    private WebServer server = WebServer.builder().port(0).build();
    private SessionId session = new SessionId(EngineKey.CLAUDE_CODE, "none");

    @BeforeEach
    void start() throws IOException {
        house = new House(temp);
        var engines = new Engines(List.of(new FakeEngine(EngineKey.CLAUDE_CODE, temp.resolve("store"))));
        var cache = new Cache(temp.resolve("cache"), "test");
        var catalog = new Catalog(engines, () -> Organisation.EMPTY, List::of, Catalog.Settings.once(cache));
        var rows = new SessionRoutes(catalog, engines, _ -> null);
        Path dist = Files.createDirectory(temp.resolve("dist"));
        Files.writeString(dist.resolve("index.html"), "<!doctype html>");
        var gate = new Gate(new Origins(Optional.empty(), List.of(), port::get), new TermSocketIT.Resident());
        server = new Web(
                        new ScrollbackRoutes(house.terminals, rows, Unhurried.workers()).routes(),
                        List.of(),
                        gate,
                        new AppPage(Assets.of(dist)))
                .start(new Web.Listen("127.0.0.1", 0, 1 << 20, false))
                .orElseThrow();
        port.set(server.port());
        house.pinning.script = "stty -opost; printf 'plain \\033[31mred\\033[0m\\033]0;title\\007\\n'; cat";
        session = house.stored("one");
        house.terminals.open(AttachRequest.of(session, Size.USUAL, "tab")).close();
    }

    @AfterEach
    void stop() {
        server.stop();
        client.close();
        house.close();
    }

    private HttpResponse<byte[]> get(String query) throws IOException, InterruptedException {
        var request =
                HttpRequest.newBuilder(address("/api/scrollback?" + query)).build();
        return client.send(request, BodyHandlers.ofByteArray());
    }

    private HttpResponse<String> clear(String body) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(address("/api/scrollback/clear"))
                .header("Content-Type", "application/json")
                .header("Origin", "http://127.0.0.1:" + port.get())
                .POST(BodyPublishers.ofString(body))
                .build();
        return client.send(request, BodyHandlers.ofString());
    }

    private URI address(String path) {
        return URI.create("http://127.0.0.1:" + port.get() + path);
    }

    /// What was printed, once all of it has come.
    private String all() throws IOException, InterruptedException {
        var body = get("sid=" + session).body();
        while (body.length == 0 || body[body.length - 1] != '\n') {
            body = get("sid=" + session).body();
        }
        return new String(body, UTF_8);
    }

    @Test
    void the_output_comes_as_it_was_or_as_plain_text() throws Exception {
        assertThat(all()).isEqualTo("plain \033[31mred\033[0m\033]0;title\007\n");
        var text = get("sid=" + session + "&format=text");
        assertThat(new String(text.body(), UTF_8)).isEqualTo("plain red\n");
        assertThat(text.headers().firstValue("Content-Type")).contains("text/plain; charset=utf-8");
    }

    @Test
    void a_tail_is_the_end_of_it() throws Exception {
        assertThat(all()).isNotEmpty();
        assertThat(new String(get("sid=" + session + "&tail=3").body(), UTF_8)).isEqualTo("e\007\n");
    }

    @Test
    void it_stays_when_the_program_has_ended_and_goes_when_it_is_cleared() throws Exception {
        var printed = all();
        house.terminals.endAll(List.of(session));
        assertThat(all()).startsWith(printed);
        assertThat(clear("{\"sid\":\"" + session + "\"}").statusCode()).isEqualTo(204);
        assertThat(get("sid=" + session).body()).isEmpty();
    }

    @Test
    void a_session_without_a_terminal_has_none() throws Exception {
        var other = house.stored("other");
        assertThat(get("sid=" + other).statusCode()).isEqualTo(404);
        assertThat(clear("{\"sid\":\"" + other + "\"}").statusCode()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sid=", "sid=..%2Fone", "format=html&sid=engine_1:one", "tail=0&sid=engine_1:one"})
    void a_request_that_makes_no_sense_is_refused(String query) throws Exception {
        assertThat(get(query).statusCode()).isIn(400, 404);
    }
}
