package dev.svc.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.auth.login.Caller;
import dev.svc.server.auth.login.Login;
import dev.svc.server.http.TestLogin;
import dev.svc.server.http.Web;
import dev.svc.server.http.account.LoginCookies;
import dev.svc.server.http.gate.Gate;
import dev.svc.server.http.gate.Origins;
import dev.svc.server.http.page.AppPage;
import dev.svc.server.http.page.Assets;
import dev.svc.server.update.release.BuildInfo;
import dev.svc.shared.waiting.Waiting;
import io.helidon.webserver.WebServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A stream that outlives its request ends with the login that opened it, and only with that one.
class EndedLoginIT {
    private static final String LAST_CHUNK = "\r\n0\r\n\r\n";

    @TempDir
    private Path home;

    private final Closing closing = new Closing();
    private final AtomicInteger port = new AtomicInteger();

    @AfterEach
    void close() {
        closing.closeAll();
    }

    @Test
    void the_event_stream_of_an_ended_login_ends_and_another_goes_on() throws Exception {
        Rooms rooms = serve();
        String mine = signIn(rooms);
        String other = signIn(rooms);
        try (Socket ended = stream("/api/events", mine);
                Socket open = stream("/api/events", other)) {
            rooms.auth().logins().end(login(rooms, mine).handle());
            var _ = readTo(ended, LAST_CHUNK);
            rooms.events().announce("review", Map.of("told", "afterwards"));
            assertThat(readTo(open, "afterwards")).as("the stream of another").contains("afterwards");
        }
    }

    @Test
    void the_board_of_an_ended_login_ends_and_another_goes_on_until_the_service_stops() throws Exception {
        Rooms rooms = serve();
        String mine = signIn(rooms);
        String other = signIn(rooms);
        try (Socket ended = stream("/api/board", mine);
                Socket open = stream("/api/board", other)) {
            rooms.auth().logins().end(login(rooms, mine).handle());
            assertThat(readTo(ended, LAST_CHUNK)).contains("event:complete");
            Waiting.until(() -> rooms.events().streams() == 1);
            rooms.events().endStreams();
            assertThat(readTo(open, LAST_CHUNK)).as("the board of another").contains("event:complete");
        }
    }

    private Rooms serve() throws IOException {
        var config = TestLogin.config(home, Map.of());
        var build = new BuildInfo("1.2.3", "abc");
        Rooms rooms = Rooms.open(config, build, new SecureRandom(), () -> 0, closing);
        var cookies = new LoginCookies(rooms.auth(), false, port::get);
        var gate = new Gate(new Origins(Optional.empty(), List.of(), port::get), cookies);
        var routes = new RouteTable(config, build, rooms, cookies).routes();
        WebServer server = new Web(routes, List.of(), gate, new AppPage(Assets.of(home.resolve("dist"))))
                .start(new Web.Listen("127.0.0.1", 0, 1 << 20, false))
                .orElseThrow();
        closing.add(server::stop);
        port.set(server.port());
        return rooms;
    }

    private static String signIn(Rooms rooms) {
        return rooms.auth().logins().start(new Caller(InetAddress.getLoopbackAddress(), true, "a test"));
    }

    private static Login login(Rooms rooms, String cookie) {
        return rooms.auth().logins().bearer(cookie).orElseThrow().findLogin().orElseThrow();
    }

    /// Asks for the stream and waits for its first line.
    private Socket stream(String path, String cookie) throws IOException {
        var socket = new Socket(InetAddress.getLoopbackAddress(), port.get());
        socket.setSoTimeout(Waiting.MILLISECONDS);
        String head = "GET %3$s HTTP/1.1\r\nHost: 127.0.0.1:%1$d\r\nCookie: svc_session_%1$d=%2$s\r\n\r\n"
                .formatted(port.get(), cookie, path);
        socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
        InputStream in = socket.getInputStream();
        assertThat(new String(in.readNBytes(15), StandardCharsets.US_ASCII)).isEqualTo("HTTP/1.1 200 OK");
        return socket;
    }

    /// Reads until this text has arrived, or to the end of the answer.
    private static String readTo(Socket socket, String wanted) throws IOException {
        var text = new StringBuilder();
        int next = socket.getInputStream().read();
        while (next >= 0) {
            text.append((char) next);
            assertThat(Thread.currentThread().isInterrupted())
                    .as("too late for %s after %s", wanted, text)
                    .isFalse();
            boolean over = text.indexOf(wanted) >= 0 || text.indexOf(LAST_CHUNK) >= 0;
            next = over ? -1 : socket.getInputStream().read();
        }
        return text.toString();
    }
}
