package dev.svc.server.fleet.broker;

import java.util.function.Consumer;

/// A call as the broker delivers it. Whoever runs the broker may have made it up.
public final class ArrivingCall {
    private final String door;
    private final byte[] message;
    private final Consumer<byte[]> back;

    ArrivingCall(String door, byte[] message, Consumer<byte[]> back) {
        this.door = door;
        this.message = message;
        this.back = back;
    }

    /// The word that it names.
    public String door() {
        return door;
    }

    public byte[] message() {
        return message.clone();
    }

    /// Answers; an answer that nobody waits for any more is lost. Never waits.
    public void answer(byte[] answer) {
        back.accept(answer);
    }
}
