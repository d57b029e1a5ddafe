package dev.svc.server.http.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ConnectionsTest {
    private static final Deadlines ENDLESS = deadlines(Duration.ofDays(1));

    private final List<Integer> cut = new ArrayList<>();
    private Connections connections = new Connections(ENDLESS, new Crowd(4, 2), InetAddress::isLoopbackAddress);
    private int made;

    @AfterEach
    void close() {
        connections.close();
    }

    private static Deadlines deadlines(Duration each) {
        return new Deadlines(each, each, each, each, each);
    }

    private Optional<Connection> connect(String from) throws IOException {
        int number = made++;
        return connections.admit(InetAddress.getByName(from), () -> cut.add(number));
    }

    @Test
    void a_source_with_too_many_strangers_loses_its_oldest_and_nobody_elses() throws IOException {
        connect("192.0.2.1");
        connect("198.51.100.7");
        connect("198.51.100.7");

        assertThat(connect("198.51.100.7")).isPresent();
        assertThat(cut).containsExactly(1);
    }

    @Test
    void a_whole_ipv6_subnet_is_one_source() throws IOException {
        connect("2001:db8::1");
        connect("2001:db8::2");
        connect("2001:db8::ffff:3");

        assertThat(cut).containsExactly(0);
    }

    @Test
    void this_host_and_proxies_are_not_counted_by_source_but_in_all() throws IOException {
        for (int i = 0; i < 4; i++) {
            connect("127.0.0.1");
        }
        assertThat(cut).isEmpty();

        connect("127.0.0.1");
        assertThat(cut).containsExactly(0);
        assertThat(connections.count()).isEqualTo(4);
    }

    @Test
    void who_showed_a_login_is_never_sent_away_for_a_stranger() throws IOException {
        for (int i = 0; i < 4; i++) {
            connect("127.0.0.1").orElseThrow().showedLogin();
        }

        assertThat(connect("127.0.0.1")).isEmpty();
        assertThat(cut).isEmpty();
    }

    @Test
    void who_showed_a_login_is_not_counted_by_source() throws IOException {
        connect("192.0.2.1").orElseThrow().showedLogin();
        connect("192.0.2.1").orElseThrow().showedLogin();

        assertThat(connect("192.0.2.1")).isPresent();
        assertThat(cut).isEmpty();
    }

    @Test
    void a_stranger_that_is_being_answered_is_not_sent_away() throws IOException {
        connect("192.0.2.1").orElseThrow().requested();
        connect("192.0.2.1").orElseThrow().requested();

        assertThat(connect("192.0.2.1")).isEmpty();
        assertThat(cut).isEmpty();
    }

    @Test
    void a_connection_that_has_gone_leaves_its_room_to_others() throws IOException {
        var first = connect("192.0.2.1").orElseThrow();
        connect("192.0.2.1");
        connections.left(first);

        connect("192.0.2.1");
        assertThat(cut).isEmpty();
    }

    @Test
    void what_went_on_in_time_is_not_cut_and_what_did_not_is() throws IOException {
        var connection = connect("192.0.2.1").orElseThrow();
        long late = System.nanoTime() + Duration.ofDays(2).toNanos();
        connection.becameSocket();
        assertThat(connection.cutIfLate(late)).isFalse();

        connection.answered();
        assertThat(connection.cutIfLate(late)).isTrue();
        assertThat(connection.phase()).isEqualTo(Connection.Phase.CUT);
        assertThat(cut).containsExactly(0);
    }

    @Test
    void bytes_between_two_requests_begin_the_next_and_more_of_them_win_no_time() throws IOException {
        connections.close();
        connections = new Connections(
                new Deadlines(
                        Duration.ofSeconds(10),
                        Duration.ofDays(1),
                        Duration.ofDays(1),
                        Duration.ofDays(1),
                        Duration.ofDays(1)),
                new Crowd(4, 2),
                peer -> true);
        var connection = connect("192.0.2.1").orElseThrow();
        connection.requested();
        connection.answered();
        connection.heard();
        connection.heard();

        assertThat(connection.cutIfLate(
                        System.nanoTime() + Duration.ofSeconds(11).toNanos()))
                .isTrue();
    }

    @Test
    void nothing_that_comes_after_the_last_word_wins_time() throws IOException {
        var connection = connect("192.0.2.1").orElseThrow();
        connection.leaveSoon();
        connection.becameSocket();

        assertThat(connection.phase()).isEqualTo(Connection.Phase.LEAVING);
    }

    @Test
    void the_watch_ends_what_takes_too_long_by_itself() throws Exception {
        connections.close();
        connections = new Connections(deadlines(Duration.ofMillis(1)), new Crowd(4, 2), peer -> true);
        var ended = new CountDownLatch(1);
        connections.admit(InetAddress.getLoopbackAddress(), ended::countDown);

        Waiting.countedDown(ended);
    }
}
