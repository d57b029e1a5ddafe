package dev.svc.server.terminal.launch;

import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.Launch;

/// What others add to the launch of a program that svc starts, so that they can reach it while it runs. None of it may
/// make a launch fail. What is joined is not launched.
public interface LaunchExtras {
    /// Adds nothing.
    LaunchExtras NONE = new LaunchExtras() {
        @Override
        public Launch extend(LaunchRecord launchRecord, EngineProvider provider, Launch launch) {
            return launch;
        }

        @Override
        public void runs(LaunchRecord launchRecord, long pid) {}

        @Override
        public void ended(LaunchRecord launchRecord) {}
    };

    /// The launch with what it needs on top. It is not known yet whether it succeeds.
    Launch extend(LaunchRecord launchRecord, EngineProvider provider, Launch launch);

    /// The program runs, whether it was launched now or by a former server.
    ///
    /// @param pid of its first process
    void runs(LaunchRecord launchRecord, long pid);

    /// The program has ended, or its launch has failed.
    void ended(LaunchRecord launchRecord);
}
