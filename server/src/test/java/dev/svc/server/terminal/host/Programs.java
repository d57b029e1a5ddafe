package dev.svc.server.terminal.host;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/// What a test has started, so that nothing is left running behind it.
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
        while (leader.filter(Liveness::isRunning).isPresent()) {
            program.signal(Signal.KILL);
            LockSupport.parkNanos(2_000_000);
        }
        program.close();
    }
}
