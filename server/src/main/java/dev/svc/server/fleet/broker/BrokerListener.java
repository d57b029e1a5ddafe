package dev.svc.server.fleet.broker;

import java.util.Optional;

/// What a broker's connection brings. All but [#asked] comes on one thread, in order: connected, what is
/// stored and what comes, lost.
public interface BrokerListener {
    /// A connection is there; the newest message of every key follows, then what comes.
    void connected(BrokerLink link);

    void received(Delivered message);

    /// Everything that was stored when the connection came has been received.
    void caughtUp();

    /// The connection is gone, or there never was one; the next try follows.
    ///
    /// @param why a sentence for people
    void lost(String why);

    /// Somebody who is in no fleet yet asks something, on any thread.
    ///
    /// @return the answer; empty to say nothing
    Optional<byte[]> asked(String name, byte[] request);
}
