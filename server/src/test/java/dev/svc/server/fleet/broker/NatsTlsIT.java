package dev.svc.server.fleet.broker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.shared.waiting.Waiting;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What is said of the certificate of a nats-server.
class NatsTlsIT {
    private static final String HERE = "ip:127.0.0.1";

    @TempDir
    private Path folder;

    private TlsAuthority authority;

    @BeforeEach
    void an_authority() throws Exception {
        authority = new TlsAuthority(folder);
    }

    private NatsBroker broker(NatsServer server, @Nullable SSLContext trusted) {
        var url = server.url().replace("nats://", "tls://");
        return new NatsBroker(BrokerAddress.find(url).orElseThrow(), "0011223344556677", trusted);
    }

    private NatsServer server(String[] options) throws Exception {
        var server = new NatsServer(Files.createDirectories(folder.resolve("nats")), options);
        server.start();
        return server;
    }

    private String trouble(String[] options, @Nullable SSLContext trusted) throws Exception {
        var told = new BrokerContract.Told();
        try (var server = server(options);
                var broker = broker(server, trusted)) {
            broker.start(told);
            return Waiting.next(told.ends);
        }
    }

    @Test
    void one_that_is_for_the_name_and_of_a_known_authority_is_taken() throws Exception {
        var told = new BrokerContract.Told();
        try (var server = server(authority.issue("right", HERE));
                var broker = broker(server, authority.trusting())) {
            broker.start(told);
            assertThat(Waiting.next(told.links).roundTrip()).isPositive();
        }
    }

    @Test
    void one_for_another_name_is_named_as_such() throws Exception {
        assertThat(trouble(authority.issue("other", "dns:hub.example"), authority.trusting()))
                .startsWith("the certificate of the broker is for another name than 127.0.0.1:");
    }

    @Test
    void one_that_has_expired_is_named_as_such() throws Exception {
        assertThat(trouble(authority.issue("old", HERE, "-startdate", "-10d", "-validity", "5"), authority.trusting()))
                .startsWith("the certificate of the broker 127.0.0.1 has expired:");
    }

    @Test
    void one_that_is_not_valid_yet_is_named_as_such() throws Exception {
        assertThat(trouble(authority.issue("early", HERE, "-startdate", "+10d"), authority.trusting()))
                .startsWith("the certificate of the broker 127.0.0.1 is not valid yet:");
    }

    @Test
    void one_of_an_authority_that_nobody_knows_is_named_as_such() throws Exception {
        assertThat(trouble(authority.issue("unknown", HERE), null))
                .startsWith(
                        "the certificate of the broker 127.0.0.1 is of an authority that Java does not trust here:");
    }

    @Test
    void a_server_that_is_not_there_is_not_taken_for_one_with_a_wrong_certificate() throws Exception {
        var told = new BrokerContract.Told();
        try (var server = server(authority.issue("right", HERE));
                var broker = broker(server, authority.trusting())) {
            server.kill();
            broker.start(told);
            assertThat(Waiting.next(told.ends)).isEqualTo("the broker does not answer");
        }
    }
}
