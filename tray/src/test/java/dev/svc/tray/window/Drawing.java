package dev.svc.tray.window;

import dev.svc.shared.waiting.Waiting;
import java.util.concurrent.CompletableFuture;
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
            return Waiting.result(result);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new AssertionError("stopped while the thread that draws was at it", stopped);
        }
    }

    private static void begin() {
        try {
            Platform.startup(() -> Platform.setImplicitExit(false));
        } catch (IllegalStateException begunBefore) {
            // Another test of this process has started it.
        }
    }
}
