package dev.svc.server.fleet.broker;

import java.io.IOException;
import java.util.Set;

/// Logs at the broker, one a name: messages are added at the end and stay. Every method waits for the broker.
///
/// All logs of a fleet share a bounded space: when it is full, nothing is added any more, and nothing goes.
public interface BrokerLog {
    LogEnd end(String name) throws IOException;

    /// Adds one message, if the log ends where the caller believes that it ends: so each is kept once, in order,
    /// whoever else writes and however often it is tried.
    ///
    /// @param after the place of its newest message; 0 for a log without any
    /// @param id names the message; one that comes twice is kept once
    /// @return its place
    /// @throws LogMovedException when the log ends elsewhere
    /// @throws LogFullException when the broker has no room for it
    long append(String name, long after, String id, byte[] message) throws IOException;

    /// Takes messages, one after the other.
    interface Reading {
        void take(LoggedMessage message) throws IOException;
    }

    /// Reads a log from its begin to the end that it has now.
    void read(String name, Reading each) throws IOException;

    /// Removes a log with all that it has.
    void remove(String name) throws IOException;

    /// Of all logs that have something.
    Set<String> names() throws IOException;
}
