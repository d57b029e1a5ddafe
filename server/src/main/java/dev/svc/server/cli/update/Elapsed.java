package dev.svc.server.cli.update;

import dev.svc.server.cli.Console;
import java.time.Duration;
import java.util.function.Consumer;

/// Prints what an update says as it says it, each sentence behind the time since the first.
final class Elapsed implements Consumer<String> {
    private final Console console;
    private final long began = System.nanoTime();

    Elapsed(Console console) {
        this.console = console;
    }

    @Override
    public void accept(String sentence) {
        var time = Duration.ofNanos(System.nanoTime() - began);
        console.out().println("%2d:%02d  %s".formatted(time.toMinutes(), time.toSecondsPart(), sentence));
        console.out().flush();
    }
}
