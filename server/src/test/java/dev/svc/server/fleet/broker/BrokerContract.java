package dev.svc.server.fleet.broker;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What the fleet counts on, whatever the broker is.
abstract class BrokerContract {
    private final List<Broker> opened = new ArrayList<>();

    /// One more host's way to the same broker.
    abstract Broker broker() throws Exception;

    abstract void goDown() throws Exception;

    abstract void comeBack() throws Exception;

    /// It forgets everything; may be called while it is down.
    abstract void empty() throws Exception;

    @AfterEach
    void close_what_was_opened() {
        opened.forEach(Broker::close);
    }

    /// Writes down what it is told.
    static final class Told implements BrokerListener {
        final BlockingQueue<BrokerLink> links = new LinkedBlockingQueue<>();
        final BlockingQueue<String> ends = new LinkedBlockingQueue<>();
        final BlockingQueue<String> caughtUp = new LinkedBlockingQueue<>();
        final Map<String, String> known = new ConcurrentHashMap<>();
        final List<String> order = new CopyOnWriteArrayList<>();
        volatile Optional<String> answer = Optional.empty();
        volatile Runnable beforeEach = () -> {};

        @Override
        public void connected(BrokerLink link) {
            known.clear();
            order.add("connected");
            links.add(link);
        }

        @Override
        public void received(Delivered message) {
            beforeEach.run();
            known.put(message.key(), new String(message.message(), UTF_8));
            order.add((message.isFresh() ? "fresh " : "stored ") + message.key());
        }

        @Override
        public void caughtUp() {
            order.add("caught up");
            caughtUp.add("");
        }

        @Override
        public void lost(String why) {
            order.add("lost");
            ends.add(why);
        }

        @Override
        public Optional<byte[]> asked(String name, byte[] request) {
            return answer.map(it -> (it + ' ' + name + ' ' + new String(request, UTF_8)).getBytes(UTF_8));
        }
    }

    private Told start() throws Exception {
        var told = new Told();
        var broker = broker();
        opened.add(broker);
        broker.start(told);
        return told;
    }

    private static void put(BrokerLink link, String key, String message) throws Exception {
        var _ = Waiting.result(link.put(key, message.getBytes(UTF_8)));
    }

    @Test
    void what_one_puts_all_get() throws Exception {
        var one = start();
        var other = start();
        var link = Waiting.next(one.links);
        var _ = Waiting.next(other.caughtUp);
        put(link, "row.a.1", "first");
        Waiting.until(() -> "first".equals(other.known.get("row.a.1")));
        Waiting.until(() -> "first".equals(one.known.get("row.a.1")));
        assertThat(other.order).contains("fresh row.a.1");
    }

    @Test
    void who_comes_later_gets_the_newest_of_each_key_once_and_then_hears_that_this_was_all() throws Exception {
        var link = Waiting.next(start().links);
        for (int i = 0; i < 50; i++) {
            put(link, "row.a." + i % 5, "version " + i);
        }
        var late = start();
        var _ = Waiting.next(late.caughtUp);
        assertThat(late.known).hasSize(5).containsEntry("row.a.4", "version 49");
        assertThat(late.order)
                .containsExactly(
                        "connected",
                        "stored row.a.0",
                        "stored row.a.1",
                        "stored row.a.2",
                        "stored row.a.3",
                        "stored row.a.4",
                        "caught up");
    }

    @Test
    void an_empty_broker_says_at_once_that_this_was_all() throws Exception {
        var told = start();
        var _ = Waiting.next(told.caughtUp);
        assertThat(told.order).containsExactly("connected", "caught up");
    }

    @Test
    void what_is_removed_is_not_told_any_more() throws Exception {
        var link = Waiting.next(start().links);
        put(link, "row.a.1", "x");
        put(link, "row.a.2", "x");
        put(link, "row.b.1", "x");
        link.remove("row.a");
        var late = start();
        var _ = Waiting.next(late.caughtUp);
        assertThat(late.known).containsOnlyKeys("row.b.1");
    }

    @Test
    void a_question_is_answered_by_who_knows_the_answer() throws Exception {
        start().answer = Optional.of("yes");
        var asking = Waiting.next(start().links);
        byte[] request = "may I".getBytes(UTF_8);
        Waiting.until(() -> {
            try {
                return new String(asking.ask("0011", request, Duration.ofSeconds(5)), UTF_8).equals("yes 0011 may I");
            } catch (IOException notYet) {
                return false;
            }
        });
    }

    @Test
    void a_question_to_nobody_fails() throws Exception {
        var asking = Waiting.next(start().links);
        assertThatThrownBy(() -> asking.ask("0011", new byte[1], Duration.ofMillis(300)))
                .isInstanceOf(IOException.class);
    }

    @Test
    void a_call_is_answered_by_the_host_that_it_names_under_the_word_that_it_names() throws Exception {
        var serving = Waiting.next(start().links);
        var other = Waiting.next(start().links);
        serving.serve(
                "00aa", call -> call.answer((call.door() + ' ' + new String(call.message(), UTF_8)).getBytes(UTF_8)));
        other.serve("00bb", call -> call.answer("wrong".getBytes(UTF_8)));
        Waiting.until(() -> {
            try {
                return new String(
                                other.call("00aa", "d0", "do it".getBytes(UTF_8))
                                        .get(5, SECONDS),
                                UTF_8)
                        .equals("d0 do it");
            } catch (ExecutionException | TimeoutException notYet) {
                return false;
            }
        });
    }

    @Test
    void calls_of_one_host_arrive_in_their_order() throws Exception {
        var serving = Waiting.next(start().links);
        var calling = Waiting.next(start().links);
        var arrived = new CopyOnWriteArrayList<String>();
        serving.serve("00aa", call -> {
            arrived.add(new String(call.message(), UTF_8));
            call.answer(new byte[1]);
        });
        Waiting.until(() -> calling.call("00aa", "d0", "x".getBytes(UTF_8)).isDone() || !arrived.isEmpty());
        arrived.clear();
        var expected = new ArrayList<String>();
        for (int i = 0; i < 200; i++) {
            expected.add("call " + i);
            var _ = calling.call("00aa", "d0", ("call " + i).getBytes(UTF_8));
        }
        Waiting.until(() -> arrived.contains("call 199"));
        arrived.removeIf("x"::equals);
        assertThat(arrived).isEqualTo(expected);
    }

    @Test
    void what_is_said_reaches_those_who_listen_to_the_name_in_its_order_and_is_not_kept() throws Exception {
        var speaking = Waiting.next(start().links);
        var listening = Waiting.next(start().links);
        var heard = new CopyOnWriteArrayList<String>();
        var _ = listening.listen("one.forth", message -> heard.add(new String(message, UTF_8)));
        var ended = listening.listen("one.back", message -> heard.add("wrong"));
        ended.close();
        Waiting.until(() -> {
            say(speaking, "one.forth", "first");
            return !heard.isEmpty();
        });
        heard.clear();
        var expected = new ArrayList<String>();
        for (int i = 0; i < 200; i++) {
            say(speaking, "one.back", "to nobody");
            say(speaking, "one.forth", "word " + i);
            expected.add("word " + i);
        }
        Waiting.until(() -> heard.contains("word 199"));
        heard.removeIf("first"::equals);
        assertThat(heard).isEqualTo(expected);
        var late = new CopyOnWriteArrayList<String>();
        var _ = listening.listen("one.forth", message -> late.add(new String(message, UTF_8)));
        Waiting.until(() -> {
            say(speaking, "one.forth", "last");
            return !late.isEmpty();
        });
        assertThat(late).containsOnly("last");
    }

    private static void say(BrokerLink link, String name, String message) {
        try {
            link.say(name, message.getBytes(UTF_8));
        } catch (IOException lost) {
            throw new AssertionError(lost);
        }
    }

    @Test
    void after_a_break_everything_is_told_once_more_and_it_goes_on() throws Exception {
        var told = start();
        put(Waiting.next(told.links), "row.a.1", "before");
        Waiting.until(() -> told.known.containsKey("row.a.1"));
        goDown();
        assertThat(Waiting.next(told.ends)).isNotEmpty();
        comeBack();
        var again = Waiting.next(told.links);
        Waiting.until(() -> "before".equals(told.known.get("row.a.1")));
        put(again, "row.a.2", "after");
        Waiting.until(() -> "after".equals(told.known.get("row.a.2")));
    }

    @Test
    void what_is_put_while_it_is_away_fails() throws Exception {
        var told = start();
        var link = Waiting.next(told.links);
        goDown();
        var _ = Waiting.next(told.ends);
        assertThat(link.put("row.a.1", new byte[1])).isCompletedExceptionally();
    }

    @Test
    void one_that_was_away_at_the_start_is_reached_later() throws Exception {
        goDown();
        var told = start();
        assertThat(Waiting.next(told.ends)).isNotEmpty();
        comeBack();
        assertThat(Waiting.next(told.links)).isNotNull();
    }

    @Test
    void one_that_lost_everything_begins_anew() throws Exception {
        var told = start();
        put(Waiting.next(told.links), "row.a.1", "before");
        goDown();
        empty();
        comeBack();
        var again = Waiting.next(told.links);
        put(again, "row.a.2", "after");
        var late = start();
        var _ = Waiting.next(late.caughtUp);
        assertThat(late.known).containsOnlyKeys("row.a.2");
    }

    private static List<String> logged(BrokerLog log, String name) throws IOException {
        var read = new ArrayList<String>();
        log.read(name, message -> read.add(new String(message.message(), UTF_8)));
        return read;
    }

    private static long append(BrokerLog log, String name, long after, String message) throws IOException {
        return log.append(name, after, message, message.getBytes(UTF_8));
    }

    @Test
    void a_log_keeps_all_that_was_added_in_its_order() throws Exception {
        var log = Waiting.next(start().links).log();
        assertThat(log.end("00aa").place()).isZero();
        assertThat(logged(log, "00aa")).isEmpty();
        assertThat(log.names()).isEmpty();
        long place = 0;
        var expected = new ArrayList<String>();
        for (int i = 0; i < 50; i++) {
            place = append(log, "00aa", place, "message " + i);
            expected.add("message " + i);
            append(log, "00bb", log.end("00bb").place(), "another " + i);
        }
        var late = Waiting.next(start().links).log();
        assertThat(logged(late, "00aa")).isEqualTo(expected);
        assertThat(late.end("00aa").place()).isEqualTo(place);
        assertThat(late.end("00aa").count()).isEqualTo(50);
        assertThat(Objects.requireNonNull(late.end("00aa").last()).message()).isEqualTo("message 49".getBytes(UTF_8));
        assertThat(late.names()).containsExactlyInAnyOrder("00aa", "00bb");
    }

    @Test
    void nothing_is_added_to_a_log_that_ends_elsewhere() throws Exception {
        var log = Waiting.next(start().links).log();
        assertThat(log.end("00aa").place()).isZero();
        long first = append(log, "00aa", 0, "one");
        assertThatThrownBy(() -> append(log, "00aa", 0, "another")).isInstanceOf(LogMovedException.class);
        append(log, "00aa", first, "two");
        assertThatThrownBy(() -> append(log, "00aa", first, "late")).isInstanceOf(LogMovedException.class);
        assertThat(logged(log, "00aa")).containsExactly("one", "two");
    }

    @Test
    void a_log_that_was_removed_begins_anew_with_the_same_messages() throws Exception {
        var log = Waiting.next(start().links).log();
        append(log, "00bb", log.end("00bb").place(), "stays");
        append(log, "00aa", append(log, "00aa", 0, "one"), "two");
        log.remove("00aa");
        assertThat(log.end("00aa").place()).isZero();
        assertThat(log.names()).containsExactly("00bb");
        append(log, "00aa", append(log, "00aa", 0, "one"), "two");
        assertThat(logged(log, "00aa")).containsExactly("one", "two");
        assertThat(logged(log, "00bb")).containsExactly("stays");
    }

    @Test
    void logs_outlast_a_break_and_not_a_broker_that_lost_everything() throws Exception {
        var told = start();
        var log = Waiting.next(told.links).log();
        append(log, "00aa", log.end("00aa").place(), "one");
        goDown();
        var _ = Waiting.next(told.ends);
        assertThatThrownBy(() -> log.end("00aa")).isInstanceOf(IOException.class);
        comeBack();
        var again = Waiting.next(told.links).log();
        assertThat(logged(again, "00aa")).containsExactly("one");
        goDown();
        empty();
        comeBack();
        var empty = Waiting.next(told.links).log();
        assertThat(empty.end("00aa").place()).isZero();
        append(empty, "00aa", 0, "one");
        assertThat(logged(empty, "00aa")).containsExactly("one");
    }

    @Test
    void a_log_is_no_key() throws Exception {
        var told = start();
        var log = Waiting.next(told.links).log();
        append(log, "00aa", log.end("00aa").place(), "one");
        var late = start();
        var _ = Waiting.next(late.caughtUp);
        assertThat(late.known).isEmpty();
    }
}
