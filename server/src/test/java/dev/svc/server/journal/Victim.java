package dev.svc.server.journal;

import dev.svc.server.metadata.Metadata;
import dev.svc.server.metadata.event.Actor;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.sidecar.Sidecar;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/// A process that changes metadata from several threads until it is killed, and says what it tries and what was
/// acknowledged.
///
/// Its clock runs an hour with each change, so that a week, and with it a file, is soon over.
public final class Victim {
    private static final int WRITERS = 3;

    private final Metadata metadata;
    private final PrintStream out;
    private final AtomicLong count = new AtomicLong();
    private final String life;

    private Victim(Metadata metadata, PrintStream out, String life) {
        this.metadata = metadata;
        this.out = out;
        this.life = life;
    }

    public static void main(String... arguments) throws Exception {
        var folder = Path.of(arguments[0]);
        var start = Sample.START.plus(Duration.ofDays(30L * Long.parseLong(arguments[1])));
        var out = System.out;
        out.println("opening");
        var clock = Sample.hourlyFrom(start);
        var journal = ChronicleJournal.open(folder.resolve("journal"), clock);
        var metadata = new Metadata(journal, clock);
        var sidecar = Sidecar.start(folder.resolve("metadata.json"), folder.resolve("prefs.json"), metadata, clock);
        out.println("opened" + sidecar.notice().map(notice -> " " + notice).orElse(""));
        var victim = new Victim(metadata, out, arguments[1]);
        for (int i = 0; i < WRITERS; i++) {
            Thread.ofPlatform().start(victim::changeForever);
        }
    }

    private void changeForever() {
        while (true) {
            long number = count.incrementAndGet();
            var name = life + "-" + number;
            out.println("try " + name);
            change(number, name);
            out.println("ack " + name);
        }
    }

    private void change(long number, String name) {
        var session = new SessionId(EngineKey.CLAUDE_CODE, "s" + name);
        if (number % 10 == 0) {
            metadata.archive(List.of(session, new SessionId(EngineKey.CODEX, "s" + name)), Actor.CLI);
        }
        metadata.rename(session, name, Actor.CLI);
    }
}
