package dev.svc.server.fleet.broker;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/// One connection to the broker, until it is lost.
public interface BrokerLink {
    /// Replaces what is under a key; done when the broker has it. Never waits; a loss of the connection fails
    /// it.
    CompletableFuture<Void> put(String key, byte[] message);

    /// Removes a key, and everything under it.
    void remove(String key) throws IOException;

    /// Asks whoever answers for this name; waits for the answer.
    byte[] ask(String name, byte[] request, Duration atMost) throws IOException;

    /// Takes the calls to a host from now on, until the connection is lost.
    ///
    /// @param host its id
    /// @param calls gets them on one thread, in the order in which each host sent them
    void serve(String host, Consumer<ArrivingCall> calls);

    /// Calls a host. Whoever waits for the answer says how long, and cancels it then; a loss of the connection
    /// fails it. Calls to one host arrive in the order in which they are made here.
    ///
    /// @param door the word that it takes calls under
    CompletableFuture<byte[]> call(String host, String door, byte[] message);

    /// Takes what is said to a name from now on, until the connection is lost or what is returned is closed.
    ///
    /// @param messages gets them on a thread of the broker, in the order in which each host said them; never waits
    AutoCloseable listen(String name, Consumer<byte[]> messages) throws IOException;

    /// Says something to whoever listens to a name; what nobody listens to is lost.
    void say(String name, byte[] message) throws IOException;

    /// The logs of this fleet.
    BrokerLog log();

    /// Gives the connection up, because it does not do what it should.
    void drop();

    /// Gives the connection up for a new one at once, on which everything is said anew.
    void renew();

    /// Since when it is there.
    Instant since();

    /// How long the broker takes to answer.
    Duration roundTrip() throws IOException;
}
