package dev.svc.server.fleet.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.shared.waiting.Waiting;
import io.nats.client.Nats;
import io.nats.client.api.DiscardPolicy;
import io.nats.client.api.StreamConfiguration;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NatsBrokerIT extends BrokerContract {
    private static final int ROWS = 2_000;
    private static final int ROW_BYTES = 4 << 10;

    @TempDir
    private Path folder;

    private NatsServer server;

    @BeforeEach
    void a_server() throws Exception {
        server = new NatsServer(folder);
        server.start();
    }

    @AfterEach
    void end() {
        server.close();
    }

    private BrokerAddress address(String url) {
        return BrokerAddress.find(url).orElseThrow();
    }

    @Override
    Broker broker() {
        return new NatsBroker(address(server.url()), "0011223344556677");
    }

    @Override
    void goDown() {
        server.kill();
    }

    @Override
    void comeBack() throws Exception {
        server.start();
    }

    @Override
    void empty() throws Exception {
        server.empty();
    }

    private static String trouble(String url) throws Exception {
        var told = new Told();
        try (var broker = new NatsBroker(BrokerAddress.find(url).orElseThrow(), "0011223344556677")) {
            broker.start(told);
            return Waiting.next(told.ends);
        }
    }

    @Test
    void one_without_jetstream_is_named_as_such() throws Exception {
        try (var plain = new NatsServer(folder.resolve("plain"), "--name", "plain")) {
            Files.createDirectories(folder.resolve("plain"));
            plain.start();
            assertThat(trouble(plain.url())).contains("JetStream").contains("-js");
        }
    }

    @Test
    void one_that_refuses_the_password_is_named_as_such() throws Exception {
        try (var closed = new NatsServer(folder.resolve("closed"), "-js", "--user", "ada", "--pass", "secret")) {
            Files.createDirectories(folder.resolve("closed"));
            closed.start();
            assertThat(trouble(closed.url().replace("//", "//ada:wrong@")))
                    .contains("refuses")
                    .doesNotContain("wrong");
            var told = new Told();
            try (var broker =
                    new NatsBroker(address(closed.url().replace("//", "//ada:secret@")), "0011223344556677")) {
                broker.start(told);
                assertThat(Waiting.next(told.links)).isNotNull();
            }
        }
    }

    @Test
    void a_connection_that_is_renewed_comes_again_and_says_why_it_went() throws Exception {
        var told = new Told();
        try (var broker = broker()) {
            broker.start(told);
            Waiting.next(told.links).renew();
            assertThat(Waiting.next(told.ends)).contains("anew");
            assertThat(Waiting.next(told.links).put("row.a.1", new byte[1])).succeedsWithin(Waiting.PATIENCE);
        }
    }

    @Test
    void a_stream_that_is_removed_under_a_connection_is_made_again() throws Exception {
        var told = new Told();
        var nats = Nats.connect(server.url());
        try (var broker = broker()) {
            broker.start(told);
            var link = Waiting.next(told.links);
            nats.jetStreamManagement().deleteStream("svc-0011223344556677");
            assertThat(link.put("row.a.1", new byte[1]).handle((_, failed) -> failed != null))
                    .succeedsWithin(Waiting.PATIENCE)
                    .isEqualTo(true);
            var again = Waiting.next(told.links);
            assertThat(again.put("row.a.1", new byte[1])).succeedsWithin(Waiting.PATIENCE);
        } finally {
            nats.close();
        }
    }

    @Test
    void a_broker_without_room_refuses_what_is_new_and_keeps_what_it_has() throws Exception {
        var told = new Told();
        var nats = Nats.connect(server.url());
        try (var broker = broker()) {
            nats.jetStreamManagement()
                    .addStream(StreamConfiguration.builder()
                            .name("svc-journal-0011223344556677")
                            .subjects("svc-journal.0011223344556677.>")
                            .maxBytes(10_000)
                            .discardPolicy(DiscardPolicy.New)
                            .build());
            broker.start(told);
            var log = Waiting.next(told.links).log();
            long place = log.append("00aa", log.end("00aa").place(), "one", new byte[6_000]);
            assertThatThrownBy(() -> log.append("00aa", place, "two", new byte[6_000]))
                    .isInstanceOf(LogFullException.class);
            assertThat(log.end("00aa").count()).isEqualTo(1);
        } finally {
            nats.close();
        }
    }

    @Test
    void logs_are_bounded() throws Exception {
        var told = new Told();
        var nats = Nats.connect(server.url());
        try (var broker = broker()) {
            broker.start(told);
            var _ = Waiting.next(told.links).log().end("00aa");
            var made = nats.jetStreamManagement()
                    .getStreamInfo("svc-journal-0011223344556677")
                    .getConfiguration();
            assertThat(made.getMaxBytes()).isPositive();
            assertThat(made.getDiscardPolicy()).isEqualTo(DiscardPolicy.New);
        } finally {
            nats.close();
        }
    }

    @Test
    void a_broker_with_little_room_gets_smaller_logs() throws Exception {
        Files.createDirectories(folder.resolve("small"));
        var config = Files.writeString(folder.resolve("small.conf"), "jetstream { max_file_store: 100MB }\n");
        try (var small = new NatsServer(folder.resolve("small"), "-c", config.toString())) {
            small.start();
            var told = new Told();
            try (var broker = new NatsBroker(address(small.url()), "0011223344556677")) {
                broker.start(told);
                var log = Waiting.next(told.links).log();
                assertThat(log.append("00aa", log.end("00aa").place(), "one", new byte[10]))
                        .isPositive();
            }
        }
    }

    @Test
    void what_stands_for_all_logs_is_the_name_of_none() throws Exception {
        var told = new Told();
        var nats = Nats.connect(server.url());
        try (var broker = broker()) {
            broker.start(told);
            var log = Waiting.next(told.links).log();
            log.append("00aa", log.end("00aa").place(), "one", new byte[10]);
            nats.publish("svc-journal.0011223344556677.>", new byte[10]);
            nats.publish("svc-journal.0011223344556677.*", new byte[10]);
            Waiting.until(() -> nats.jetStreamManagement()
                            .getStreamInfo("svc-journal-0011223344556677")
                            .getStreamState()
                            .getMsgCount()
                    == 3);
            assertThat(log.names()).containsExactly("00aa");
        } finally {
            nats.close();
        }
    }

    @Test
    void a_reading_comes_to_its_end_though_the_rest_was_removed_and_others_never_fall_silent() throws Exception {
        var writing = new Told();
        var reading = new Told();
        var hasBegun = new CompletableFuture<String>();
        var goesOn = new CompletableFuture<String>();
        reading.beforeEach = () -> {
            hasBegun.complete("");
            goesOn.join();
        };
        try (var writer = broker();
                var reader = broker()) {
            writer.start(writing);
            var link = Waiting.next(writing.links);
            for (int row = 0; row < ROWS; row++) {
                var _ = Waiting.result(link.put("row.a." + row, new byte[ROW_BYTES])); // more than is sent unanswered
            }
            reader.start(reading);
            var _ = Waiting.result(hasBegun);
            link.remove("row.a");
            goesOn.complete("");
            Waiting.until(() -> {
                var _ = Waiting.result(link.put("here.b", new byte[1]));
                return !reading.caughtUp.isEmpty();
            });
        }
    }
}
