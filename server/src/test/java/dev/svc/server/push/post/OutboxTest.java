package dev.svc.server.push.post;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.shared.waiting.Waiting;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class OutboxTest {
    @Test
    void what_became_of_a_letter_is_recorded_before_the_outbox_is_closed() throws Exception {
        var recording = new CountDownLatch(1);
        var recorded = new AtomicBoolean();
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:9/")).build();
        var refused = new Outgoing(request, false); // without a connection: the address is a private one
        var outbox = new Outbox(new Posting(Duration.ofSeconds(1), InstantSource.system()), Duration.ZERO);
        outbox.add(new Letter("one", "nowhere", "tag", () -> refused, posted -> {
            recording.countDown();
            while (!Thread.interrupted()) {
                Waiting.pause();
            }
            Waiting.pause();
            recorded.set(posted.isPrivate());
            Thread.currentThread().interrupt();
        }));
        recording.await();
        outbox.close();
        boolean wasRecorded = recorded.get(); // before anything else takes time
        assertThat(wasRecorded).isTrue();
    }
}
