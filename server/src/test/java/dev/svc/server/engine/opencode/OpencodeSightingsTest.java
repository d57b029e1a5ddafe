package dev.svc.server.engine.opencode;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.svc.server.engine.StoreCopy;
import dev.svc.server.engine.opencode.ask.OpencodeServers;
import dev.svc.server.engine.outside.MadeUpProcesses;
import dev.svc.server.engine.outside.Sighting;
import dev.svc.server.session.Elsewhere.Where;
import dev.svc.server.session.Status;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpencodeSightingsTest {
    private static final String ID = "ses_e024c3539ffeIYCfiCFDh7cTcu";
    private static final String OTHER = "ses_0000000000aaNew00000000001";
    private static final Instant START = Instant.parse("2027-01-21T11:00:00Z");
    private static final Path SHOP = Path.of("/home/blair/code/shop");

    @TempDir
    Path home;

    private final MadeUpProcesses processes = new MadeUpProcesses();
    private final Map<String, String> answers = new ConcurrentHashMap<>();
    private final BlockingQueue<String> again = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> asked = new LinkedBlockingQueue<>();
    private HttpServer server;
    private OpencodeSightings sightings;
    private volatile String type = "application/json";
    private volatile int code = 200;

    @BeforeEach
    void lay() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::answer);
        server.start();
        answers.putAll(Map.of("/session/status", "{}", "/question", "[]", "/permission", "[]"));
        var place = new OpencodePlace(Brand.OPENCODE, home.resolve("opencode.db"), home.resolve("storage"));
        sightings = new OpencodeSightings(place, new OpencodeServers(Brand.ID, Duration.ofMillis(1)));
        sightings.listen(() -> again.add("again"));
    }

    @AfterEach
    void close() {
        sightings.close();
        server.stop(0);
    }

    private void answer(HttpExchange exchange) throws IOException {
        var path = exchange.getRequestURI().getPath();
        var bytes = answers.getOrDefault(path, "").getBytes(UTF_8);
        exchange.getResponseHeaders().add("Content-Type", type);
        exchange.sendResponseHeaders(code, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
        asked.add(path);
    }

    @Test
    void the_session_that_its_words_name_is_sure() {
        processes.add(7, 1, START, SHOP, "node", "/usr/bin/opencode", "-s", ID);
        var child = processes.add(8, 7, START, SHOP, "/opt/opencode", "-s", ID);
        assertThat(sightings.look(processes))
                .containsExactly(new Sighting(ID, child, Sighting.State.UNKNOWN, null, true, true));
    }

    @Test
    void else_it_is_probably_the_newest_of_its_folder() throws Exception {
        StoreCopy.plant(StoreCopy.fixture("opencode/main"), home);
        update(ID, START.plusSeconds(60));
        var process = processes.add(8, 1, START, SHOP, "opencode");
        assertThat(sightings.look(processes))
                .containsExactly(new Sighting(ID, process, Sighting.State.UNKNOWN, null, false, true));
    }

    @Test
    void what_has_not_changed_since_it_started_is_not_its_own() throws Exception {
        StoreCopy.plant(StoreCopy.fixture("opencode/main"), home);
        processes.add(8, 1, START, SHOP, "opencode");
        assertThat(sightings.look(processes)).isEmpty();
    }

    @Test
    void a_store_that_is_no_database_says_nothing() throws IOException {
        Files.writeString(home.resolve("opencode.db"), "no database");
        processes.add(8, 1, START, SHOP, "opencode");
        assertThat(sightings.look(processes)).isEmpty();
    }

    @Test
    void one_with_a_port_says_what_it_does_and_is_joined_there() throws Exception {
        answers.put("/session/status", "{\"" + ID + "\":{\"type\":\"busy\"}}");
        processes.add(8, 1, START, SHOP, "opencode", "-s", ID, "--port", port());
        sightings.look(processes);
        again.take();
        var seen = sightings.look(processes).getFirst();
        assertThat(seen.state().status()).isEqualTo(Status.WORKING);
        assertThat(seen.alone()).isTrue();
        assertThat(seen.wayIn())
                .isEqualTo(new Sighting.WayIn(
                        List.of("attach", "http://127.0.0.1:" + port(), "-s", ID, "--dir", SHOP.toString()),
                        null,
                        null));
    }

    @Test
    void a_server_holds_the_sessions_that_it_names() throws Exception {
        answers.put("/session/status", "{\"" + ID + "\":{\"type\":\"busy\"},\"" + OTHER + "\":{\"type\":\"busy\"}}");
        answers.put(
                "/permission",
                "[{\"sessionID\":\"" + ID + "\",\"permission\":\"bash\",\"metadata\":{\"command\":\"touch a\"}}]");
        answers.put("/question", "[{\"sessionID\":\"" + OTHER + "\",\"questions\":[{\"question\":\"Which?\"}]}]");
        processes.add(8, 1, START, SHOP, "opencode", "serve", "--port=" + port());
        assertThat(sightings.look(processes)).isEmpty();
        again.take();
        var seen = sightings.look(processes);
        assertThat(seen).extracting(it -> it.state().waitsFor()).containsExactlyInAnyOrder("bash: touch a", "Which?");
        assertThat(seen).allSatisfy(it -> {
            assertThat(it.state().status()).isEqualTo(Status.WAITING);
            assertThat(it.alone()).isFalse();
            assertThat(it.wayIn()).isNotNull().extracting(Sighting.WayIn::where).isEqualTo(Where.DAEMON);
        });
    }

    @Test
    void a_web_page_says_nothing() throws Exception {
        type = "text/html";
        saysNothing();
    }

    @Test
    void a_locked_door_says_nothing() throws Exception {
        code = 401;
        saysNothing();
    }

    @Test
    void an_answer_without_an_end_says_nothing() throws Exception {
        answers.put("/session/status", "{\"a\":\"" + "x".repeat(2 << 20) + "\"}");
        saysNothing();
    }

    /// The second question comes after the first answer was understood, or was not.
    private void saysNothing() throws InterruptedException {
        processes.add(8, 1, START, SHOP, "opencode", "-s", ID, "--port", port());
        sightings.look(processes);
        assertThat(asked.take()).isEqualTo("/session/status");
        sightings.look(processes);
        assertThat(asked.take()).isEqualTo("/session/status");
        var seen = sightings.look(processes).getFirst();
        assertThat(seen.state()).isEqualTo(Sighting.State.UNKNOWN);
        assertThat(seen.wayIn()).isNull();
    }

    @Test
    void only_what_holds_sessions_counts() {
        assertThat(sightings.knows(List.of("node", "/usr/bin/opencode"))).isTrue();
        assertThat(sightings.knows(List.of("opencode", "acp"))).isFalse();
        assertThat(sightings.knows(List.of("node", "/usr/bin/opencode", "mcp"))).isFalse();
        assertThat(sightings.knows(List.of())).isFalse();
    }

    private String port() {
        return Integer.toString(server.getAddress().getPort());
    }

    private void update(String id, Instant time) throws SQLException {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + home.resolve("opencode.db"));
                var statement = connection.prepareStatement("UPDATE session SET time_updated = ? WHERE id = ?")) {
            statement.setLong(1, time.toEpochMilli());
            statement.setString(2, id);
            statement.executeUpdate();
        }
    }
}
