package dev.svc.server.terminal.vt;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/// Reads a program's output byte by byte, across any cut into pieces. Owned by one thread at a time.
public final class VtParser {
    private static final int GROUND = 0;
    private static final int ESCAPE = 1;
    private static final int CSI = 2;
    private static final int OSC = 3;
    private static final int OSC_ESCAPE = 4;
    private static final int STRING = 5;
    private static final int STRING_ESCAPE = 6;

    private static final int ESC = 0x1b;
    private static final int BEL = 0x07;
    private static final int CAN = 0x18;
    private static final int SUB = 0x1a;
    private static final int MAX_COMMAND = 4096;

    private final VtSink sink;
    private final boolean text;
    private final Csi csi = new Csi();
    private final ByteArrayOutputStream command = new ByteArrayOutputStream();
    private int state = GROUND;
    private int intermediate;
    private boolean stop;
    private int codePoint;
    private int continuation;

    /// A parser that passes on everything when `text` is set, else only sequences, several times as fast.
    public VtParser(VtSink sink, boolean text) {
        this.sink = sink;
        this.text = text;
    }

    /// True when no sequence and no character is half read.
    public boolean isAtRest() {
        return state == GROUND && continuation == 0;
    }

    /// Reads on, and gives the index where it stopped: the end, or earlier where the sink asked for it.
    public int parse(byte[] bytes, int from, int to) {
        int at = from;
        stop = false;
        while (at < to && !stop) {
            if (state == GROUND) {
                at = text ? afterPlain(bytes, at, to) : nextOfInterest(bytes, at, to);
            }
            if (at < to) {
                accept(bytes[at++] & 0xff);
            }
        }
        return at;
    }

    /// Asked by the sink: stop after the sequence that it is being handed.
    public void stop() {
        stop = true;
    }

    /// Hands over the plain characters that lie here.
    private int afterPlain(byte[] bytes, int from, int to) {
        int at = from;
        while (at < to && bytes[at] >= ' ' && bytes[at] < 0x7f) {
            at++;
        }
        if (at > from) {
            continuation = 0;
            sink.print(bytes, from, at);
        }
        return at;
    }

    /// Skips text, and sequences that the sink does not want.
    private int nextOfInterest(byte[] bytes, int from, int to) {
        int at = ByteScan.nextEscape(bytes, from, to);
        int last = ByteScan.lastOfNumbers(bytes, at, to);
        while (last >= 0 && !sink.wants(bytes[last])) {
            at = ByteScan.nextEscape(bytes, last + 1, to);
            last = ByteScan.lastOfNumbers(bytes, at, to);
        }
        return at;
    }

    private void accept(int b) {
        switch (state) {
            case GROUND -> ground(b);
            case ESCAPE -> escape(b);
            case CSI -> control(b);
            case OSC -> command(b);
            case OSC_ESCAPE -> commandEnd(b);
            case STRING -> string(b);
            default -> stringEnd(b);
        }
    }

    private void ground(int b) {
        if (b == ESC) {
            continuation = 0;
            begin();
        } else if (text) {
            character(b);
        }
    }

    private void character(int b) {
        if (b < 0x80) {
            continuation = 0;
            if (b < 0x20 || b == 0x7f) {
                sink.control(b);
            } else {
                sink.print(b);
            }
        } else if (b < 0xc0) {
            continued(b);
        } else {
            continuation = b < 0xe0 ? 1 : b < 0xf0 ? 2 : 3;
            codePoint = b & (0x3f >> continuation);
        }
    }

    private void continued(int b) {
        if (continuation == 0) {
            return; // a stray byte in the middle of nothing
        }
        codePoint = (codePoint << 6) | (b & 0x3f);
        if (--continuation == 0 && Character.isValidCodePoint(codePoint)) {
            sink.print(codePoint);
        }
    }

    private void begin() {
        state = ESCAPE;
        intermediate = 0;
    }

    private void escape(int b) {
        if (b == '[' && intermediate == 0) {
            csi.begin();
            state = CSI;
        } else if (b == ']' && intermediate == 0) {
            command.reset();
            state = OSC;
        } else if (intermediate == 0 && (b == 'P' || b == 'X' || b == '^' || b == '_')) {
            state = STRING;
        } else if (b >= 0x20 && b < 0x30) {
            intermediate = b;
        } else if (b >= 0x30 && b < 0x7f) {
            state = GROUND;
            sink.escape(intermediate, b);
        } else {
            broken(b);
        }
    }

    private void control(int b) {
        if (b >= '0' && b <= '9') {
            csi.digit(b - '0');
        } else if (b == ';' || b == ':') {
            csi.separator();
        } else if (b >= '<' && b <= '?') {
            csi.prefix(b);
        } else if (b >= 0x20 && b < 0x30) {
            csi.intermediate(b);
        } else if (b >= 0x40 && b < 0x7f) {
            state = GROUND;
            sink.sequence(csi.ended(b));
        } else {
            broken(b);
        }
    }

    /// A control character inside a sequence acts at once; escape, cancel and substitute end the sequence.
    private void broken(int b) {
        if (b == ESC) {
            begin();
        } else if (b == CAN || b == SUB || b >= 0x80) {
            state = GROUND;
        } else if (text && b < 0x20) {
            sink.control(b);
        }
    }

    private void command(int b) {
        if (b == BEL) {
            commandDone();
        } else if (b == ESC) {
            state = OSC_ESCAPE;
        } else if (b == CAN || b == SUB) {
            state = GROUND;
        } else if (command.size() <= MAX_COMMAND) {
            command.write(b);
        }
    }

    private void commandEnd(int b) {
        if (b == '\\') {
            commandDone();
        } else {
            begin();
            escape(b);
        }
    }

    private void commandDone() {
        state = GROUND;
        if (command.size() <= MAX_COMMAND) {
            sink.command(command.toString(StandardCharsets.UTF_8));
        }
    }

    private void string(int b) {
        if (b == ESC) {
            state = STRING_ESCAPE;
        } else if (b == CAN || b == SUB) {
            state = GROUND;
        }
    }

    private void stringEnd(int b) {
        if (b == '\\') {
            state = GROUND;
        } else {
            begin();
            escape(b);
        }
    }
}
