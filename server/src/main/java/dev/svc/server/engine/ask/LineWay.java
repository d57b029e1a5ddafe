package dev.svc.server.engine.ask;

import dev.svc.server.session.Ask;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// For a program that listens while it runs: svc opens a line to it, hears what it asks and answers over it.
public non-sealed interface LineWay extends AskWay {

    /// What a launch needs, so that the program can be reached.
    ///
    /// @param arguments are added to the program's arguments
    /// @param environment may hold secrets
    /// @param handle says later how the program is reached; written down beside the launch, 0600
    record Prepared(List<String> arguments, Map<String, String> environment, String handle) {
        public Prepared {
            arguments = List.copyOf(arguments);
            environment = Map.copyOf(environment);
        }
    }

    /// Asked once for each launch.
    Prepared prepare(Path folder);

    /// Opens a line to a program that was launched with that handle. Returns at once: the line connects in its own
    /// time, tries again until it is closed, and never throws because of what it hears.
    ///
    /// @param nativeId empty while the program has not shown its id
    /// @param pid of the program's first process
    AskLine open(String handle, Optional<String> nativeId, long pid, Listener listener);

    /// What is heard on a line. Called from a thread of the line, one call after the other.
    interface Listener {

        /// The program asks. After each new connection, the line repeats what is still open.
        ///
        /// @param key of the question in the program, never used twice
        void asks(String key, Ask ask);

        /// The question is no longer open in the program.
        void settled(String key, Settled how);

        /// The connection is lost. What is open is unknown until there is a new one.
        void lost();
    }

    /// How a question was settled, by the program's word.
    enum Settled {
        ALLOWED,
        DENIED,
        CHOSEN,
        UNKNOWN
    }
}
