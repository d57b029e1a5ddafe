package dev.svc.server.terminal.relief;

/// What a server and a relief say to each other. They may be of two releases, so these words stay as they are.
final class ReliefWords {
    static final String GIVE = "give 1";
    static final String HOLD = "hold"; // name, capacity of the ring, its file; with the socket
    static final String DONE = "done";
    static final String TAKE = "take 1";
    static final String HELD = "held "; // name; with the socket
    static final String END = "end";
    static final String TAKEN = "taken";
    static final String OK = "ok";
    static final String NO = "no";

    private ReliefWords() {}
}
