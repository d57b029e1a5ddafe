package dev.svc.server.terminal.host;

import dev.svc.shared.control.Liveness;
import dev.svc.shared.waiting.Waiting;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// The programs that a test has started, to be ended with it.
final class Programs implements Closeable {
    private final List<Program> started = new ArrayList<>();

    Program add(Program program) {
        started.add(program);
        return program;
    }

    @Override
    public void close() throws IOException {
        for (var program : started) {
            end(program);
        }
    }

    private static void end(Program program) throws IOException {
        var leader = ProcessHandle.of(program.leaderPid());
        Waiting.until(() -> {
            program.signal(Signal.KILL);
            return leader.filter(Liveness::isRunning).isEmpty();
        });
        program.close();
    }
}
