package dev.svc.shared.vital;

import java.util.concurrent.CountDownLatch;

/// A program that waits for ever, beside a thread that dies.
final class Doomed {
    private Doomed() {}

    public static void main(String[] kind) throws InterruptedException {
        var builder = kind[0].equals("platform") ? Vital.platform("heart") : Vital.virtual("heart");
        builder.start(() -> {
            throw new IllegalStateException("stopped");
        });
        new CountDownLatch(1).await();
    }
}
