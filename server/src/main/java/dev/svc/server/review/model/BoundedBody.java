package dev.svc.server.review.model;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import org.jspecify.annotations.Nullable;

/// Reads a body up to a limit and closes the connection beyond it.
final class BoundedBody implements BodySubscriber<byte[]> {
    private final int most;
    private final boolean wanted;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final CompletableFuture<byte[]> body = new CompletableFuture<>();
    private @Nullable Subscription subscription;

    private BoundedBody(int most, boolean wanted) {
        this.most = most;
        this.wanted = wanted;
    }

    /// Keeps the body of a 200 only; for any other answer the status is enough.
    static BodyHandler<byte[]> handler(int most) {
        return head -> new BoundedBody(most, head.statusCode() == 200);
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return body;
    }

    @Override
    public void onSubscribe(Subscription subscribed) {
        subscription = subscribed;
        if (wanted) {
            subscribed.request(Long.MAX_VALUE);
        } else {
            subscribed.cancel();
            body.complete(new byte[0]);
        }
    }

    @Override
    public void onNext(List<ByteBuffer> pieces) {
        for (var piece : pieces) {
            if (bytes.size() + piece.remaining() > most) {
                hangUp();
                return;
            }
            byte[] copy = new byte[piece.remaining()];
            piece.get(copy);
            bytes.writeBytes(copy);
        }
    }

    private void hangUp() {
        if (subscription != null) {
            subscription.cancel();
        }
        body.completeExceptionally(new TooLargeException());
    }

    @Override
    public void onError(Throwable failure) {
        body.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        body.complete(bytes.toByteArray());
    }

    /// More came than is taken.
    static final class TooLargeException extends Exception {
        private static final long serialVersionUID = 1;
    }
}
