package dev.svc.server.follow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.follow.FollowProgress.Phase;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class FollowerTest {
    private static final Duration SOON = Duration.ofMillis(1);
    private static final Duration NEVER = Duration.ofHours(1);

    private final TestStores stores = new TestStores();
    private final TestProjection projection = new TestProjection();
    private final List<FollowProgress> heard = new CopyOnWriteArrayList<>();
    private Follower follower = follower(SOON, NEVER);

    private Follower follower(Duration retry, Duration flush) {
        return new Follower(
                stores,
                List.of(projection),
                new Pace(() -> false, 1),
                heard::add,
                new Follower.Times(SOON, flush, retry));
    }

    @AfterEach
    void end() throws IOException {
        stores.whenRead = null;
        follower.close();
    }

    private void start() {
        stores.listed.countDown();
        follower.start();
    }

    private void startAndFollow() {
        start();
        isFollowing();
    }

    private void isFollowing() {
        Waiting.until(() -> heard.toString(), () -> follower.progress().phase() == Phase.FOLLOWING);
    }

    private void has(String name, String... said) {
        Waiting.until(
                () -> name + ": " + projection.of(name), () -> List.of(said).equals(projection.of(name)));
    }

    @Test
    void what_is_live_comes_first_then_the_newest() {
        stores.write("newest", "a");
        stores.write("older", "b");
        stores.write("oldest", "c");
        stores.isLive("oldest");
        startAndFollow();
        assertThat(projection.taken).containsExactly("oldest 0+1", "newest 0+1", "older 0+1");
        assertThat(follower.progress()).isEqualTo(new FollowProgress(Phase.FOLLOWING, 3, 3, null));
    }

    @Test
    void what_changes_during_a_long_backlog_is_not_kept_waiting() {
        for (int i = 0; i < 20; i++) {
            stores.write("s" + i, "a");
        }
        stores.whenRead = name -> {
            if (name.equals("s3")) {
                stores.write("s17", "b");
                stores.announce("s17");
            }
        };
        startAndFollow();
        assertThat(projection.taken.subList(0, 6))
                .containsExactly("s0 0+1", "s1 0+1", "s2 0+1", "s3 0+1", "s17 0+2", "s4 0+1");
        assertThat(projection.taken).hasSize(20);
    }

    @Test
    void only_what_is_new_of_a_session_is_taken() {
        stores.write("one", "a", "b");
        startAndFollow();
        stores.write("one", "c");
        stores.announce("one");
        has("one", "a", "b", "c");
        assertThat(projection.taken).containsExactly("one 0+2", "one 2+1");
    }

    @Test
    void a_log_that_cannot_be_read_is_left_until_it_changes() {
        stores.write("bad", "a");
        stores.write("good", "b");
        stores.whenRead = name -> {
            if (name.equals("bad")) {
                throw new IllegalStateException("damaged");
            }
        };
        startAndFollow();
        assertThat(follower.progress()).isEqualTo(new FollowProgress(Phase.FOLLOWING, 2, 2, null));
        stores.announce("bad");
        stores.announceAll();
        stores.write("good", "c");
        stores.announce("good");
        has("good", "b", "c");
        assertThat(stores.readings).containsOnlyOnce("bad");

        stores.whenRead = null;
        stores.write("bad", "d");
        stores.announce("bad");
        has("bad", "a", "d");
    }

    @Test
    void a_gone_session_is_forgotten_only_when_its_store_is_readable() {
        stores.write("gone", "a");
        stores.write("stays", "b");
        startAndFollow();
        stores.readable = false;
        stores.remove("gone");
        stores.announce("gone");
        stores.announceAll();
        stores.write("stays", "c");
        stores.announce("stays");
        has("stays", "b", "c");
        assertThat(projection.forgotten).isEmpty();

        stores.readable = true;
        stores.announce("gone");
        Waiting.until(() -> projection.forgotten.equals(List.of("gone")));
        Waiting.until(() -> follower.progress().of() == 1);
    }

    @Test
    void what_went_without_a_word_is_forgotten_when_all_are_looked_at() {
        stores.write("gone", "a");
        startAndFollow();
        stores.remove("gone");
        stores.announceAll();
        Waiting.until(() -> projection.forgotten.equals(List.of("gone")));
    }

    @Test
    void a_session_that_goes_during_a_long_backlog_is_not_counted() {
        stores.write("first", "a");
        stores.write("last", "b");
        stores.whenRead = name -> {
            stores.remove("last");
            stores.announce("last");
        };
        startAndFollow();
        assertThat(follower.progress()).isEqualTo(new FollowProgress(Phase.FOLLOWING, 1, 1, null));
        assertThat(projection.forgotten).as("what it never had").isEmpty();
    }

    @Test
    void a_projection_that_fails_is_tried_again_and_nothing_is_lost_or_doubled() {
        stores.write("one", "a", "b");
        stores.write("two", "c");
        projection.failures.add(() -> {
            throw new IOException("The disk is full.");
        });
        projection.failures.add(() -> {
            throw new IllegalStateException("a fault of the projection is not one of the log");
        });
        projection.failures.add(() -> {
            throw new OutOfMemoryError("planted");
        });
        start();
        stores.write("one", "d");
        stores.announce("one");
        has("one", "a", "b", "d");
        has("two", "c");
        assertThat(heard).anyMatch(it -> it.phase() == Phase.STOPPED && "The disk is full.".equals(it.trouble()));
        isFollowing();
        assertThat(follower.progress().trouble()).isNull();
    }

    @Test
    void an_error_ends_nothing_and_a_log_at_which_it_strikes_twice_is_put_aside() {
        stores.write("deadly", "a");
        stores.write("good", "b");
        stores.whenRead = name -> {
            if (name.equals("deadly")) {
                throw new OutOfMemoryError("planted");
            }
        };
        start();
        has("good", "b");
        assertThat(stores.readings).containsExactly("deadly", "deadly", "good");
    }

    @Test
    void stores_that_fail_once_are_asked_again() {
        stores.write("one", "a");
        stores.notListing = new IllegalStateException("planted");
        startAndFollow();
        assertThat(projection.of("one")).containsExactly("a");
    }

    @Test
    void a_rewritten_log_is_taken_from_the_start() {
        stores.write("one", "a", "b", "c");
        startAndFollow();
        stores.rewrite("one", "x", "y");
        stores.announce("one");
        has("one", "x", "y");
        assertThat(projection.taken).containsExactly("one 0+3", "one 0+2");
    }

    @Test
    void a_run_that_stops_in_the_middle_goes_on_from_its_mark() {
        var said = IntStream.range(0, 300).mapToObj(Integer::toString).toArray(String[]::new);
        stores.write("long", said);
        projection.failures.add(() -> {});
        projection.failures.add(() -> {
            throw new IOException("stops after the first part");
        });
        start();
        has("long", said);
        assertThat(projection.taken).containsExactly("long 0+128", "long 128+128", "long 256+44");
    }

    @Test
    void all_is_looked_at_again_when_a_projection_has_lost_it() {
        stores.write("one", "a");
        startAndFollow();
        projection.forget(TestStores.id("one"));
        follower.again();
        has("one", "a");
    }

    @Test
    void what_was_taken_is_made_durable_when_there_is_nothing_else_to_do() {
        stores.write("one", "a");
        startAndFollow();
        Waiting.until(() -> projection.flushes.get() > 0);
    }

    @Test
    void what_was_taken_is_made_durable_while_there_is_more() {
        follower = follower(SOON, Duration.ZERO);
        stores.write("one", "a");
        stores.write("two", "b");
        var before = new CopyOnWriteArrayList<Integer>();
        stores.whenRead = name -> before.add(projection.flushes.get());
        startAndFollow();
        assertThat(before.get(1)).isGreaterThan(before.getFirst());
    }

    @Test
    void closing_makes_durable_what_was_taken_and_ends_in_the_middle() throws Exception {
        for (int i = 0; i < 500; i++) {
            stores.write("s" + i, "a");
        }
        var reading = new CountDownLatch(1);
        var goOn = new CountDownLatch(1);
        stores.whenRead = name -> {
            if (name.equals("s5")) {
                reading.countDown();
                try {
                    Waiting.countedDown(goOn);
                } catch (InterruptedException never) {
                    throw new IllegalStateException(never);
                }
            }
        };
        start();
        Waiting.countedDown(reading);
        assertThat(projection.flushes).hasValue(0);
        var closing = Thread.ofPlatform().start(() -> {
            try {
                follower.close();
            } catch (IOException never) {
                throw new IllegalStateException(never);
            }
        });
        Waiting.until(() -> closing.getState() == Thread.State.TIMED_WAITING);
        goOn.countDown();
        closing.join();
        Waiting.until(() -> follower.progress().phase() == Phase.STOPPED);
        assertThat(projection.flushes.get()).isLessThanOrEqualTo(1);
        assertThat(projection.taken.size()).isBetween(5, 6);
    }

    @Test
    void closing_does_not_wait_for_stores_that_are_never_listed() throws IOException {
        follower.start();
        follower.close();
        Waiting.until(() -> follower.progress().phase() == Phase.STOPPED);
        assertThat(projection.flushes).hasValue(0);
    }
}
