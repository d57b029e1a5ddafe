package dev.svc.tray.window;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import javafx.application.Platform;

/// The toolkit of the tests: headless, begun once for all of them.
public final class Drawing {
    private Drawing() {}

    /// Runs on the thread that draws and waits for the result.
    public static <T> T on(Supplier<T> drawing) {
        begin();
        var result = new CompletableFuture<T>();
        Platform.runLater(() -> {
            try {
                result.complete(drawing.get());
            } catch (RuntimeException | AssertionError failure) {
                result.completeExceptionally(failure);
            }
        });
        try {
            return result.get(30, TimeUnit.SECONDS);
        } catch (ExecutionException failed) {
            throw new AssertionError(failed.getCause());
        } catch (InterruptedException | TimeoutException hangs) {
            throw new AssertionError("the thread that draws hangs", hangs);
        }
    }

    private static void begin() {
        try {
            Platform.startup(() -> Platform.setImplicitExit(false));
        } catch (IllegalStateException begunBefore) {
            // By another test of this process.
        }
    }
}
