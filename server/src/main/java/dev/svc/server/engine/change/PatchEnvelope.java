package dev.svc.server.engine.change;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads a patch in the form that models are taught: an envelope with files that are added, deleted, updated or moved,
/// and hunks that find their place by the lines around them. Owned by one reading.
public final class PatchEnvelope {
    private static final String BEGIN = "*** Begin Patch";
    private static final String END = "*** End Patch";
    private static final String ADD = "*** Add File: ";
    private static final String DELETE = "*** Delete File: ";
    private static final String UPDATE = "*** Update File: ";
    private static final String MOVE = "*** Move to: ";
    private static final String LAST = "*** End of File";
    private static final String HUNK = "@@";

    private final List<Deed> deeds = new ArrayList<>();
    private final List<PatchHunk> hunks = new ArrayList<>();
    private final StringBuilder added = new StringBuilder();
    private PatchHunk.Lines lines = new PatchHunk.Lines();
    private Kind kind = Kind.NONE;
    private String path = "";
    private String to = "";
    private String anchor = "";

    private enum Kind {
        NONE,
        ADD,
        UPDATE
    }

    private PatchEnvelope() {}

    /// The patch that stands somewhere in the text; empty where there is none.
    public static Optional<List<Deed>> find(String text) {
        int begin = text.indexOf(BEGIN);
        if (begin < 0) {
            return Optional.empty();
        }
        int end = text.indexOf(END, begin);
        var envelope = new PatchEnvelope();
        envelope.read(text.substring(begin + BEGIN.length(), end < 0 ? text.length() : end));
        return Optional.of(envelope.deeds);
    }

    private void read(String body) {
        var all = body.split("\n", -1);
        for (int i = 0; i < all.length; i++) {
            boolean isRest = i == 0 || (i == all.length - 1 && all[i].isBlank());
            if (!isRest) {
                line(all[i].endsWith("\r") ? all[i].substring(0, all[i].length() - 1) : all[i]);
            }
        }
        endFile();
    }

    private void line(String line) {
        if (line.startsWith(ADD)) {
            begin(Kind.ADD, line.substring(ADD.length()));
        } else if (line.startsWith(UPDATE)) {
            begin(Kind.UPDATE, line.substring(UPDATE.length()));
        } else if (line.startsWith(DELETE)) {
            begin(Kind.NONE, "");
            deeds.add(new Deed.Deleted(line.substring(DELETE.length()).strip(), Was.UNKNOWN));
        } else if (line.startsWith(MOVE)) {
            to = line.substring(MOVE.length()).strip();
        } else if (kind == Kind.ADD) {
            added.append(line.startsWith("+") ? line.substring(1) : line).append('\n');
        } else if (kind == Kind.UPDATE) {
            update(line);
        }
    }

    private void update(String line) {
        if (line.startsWith(HUNK)) {
            endHunk();
            anchor = line.substring(HUNK.length()).strip();
        } else if (!line.startsWith(LAST)) {
            lines.add(line);
        }
    }

    private void begin(Kind next, String file) {
        endFile();
        kind = next;
        path = file.strip();
        to = path;
    }

    private void endHunk() {
        if (!lines.isEmpty()) {
            hunks.add(new PatchHunk(0, false, anchor, lines.all()));
        }
        lines = new PatchHunk.Lines();
        anchor = "";
    }

    private void endFile() {
        endHunk();
        if (kind == Kind.ADD) {
            deeds.add(new Deed.Wrote(path, Was.NOTHING, added.toString()));
        } else if (kind == Kind.UPDATE) {
            deeds.add(new Deed.Patched(path, to, Was.UNKNOWN, List.copyOf(hunks)));
        }
        kind = Kind.NONE;
        hunks.clear();
        added.setLength(0);
    }
}
