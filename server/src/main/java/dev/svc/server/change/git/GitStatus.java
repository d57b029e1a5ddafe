package dev.svc.server.change.git;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What `git status` says, in its second porcelain form with zero bytes.
///
/// @param head the commit of HEAD; null before the first one
/// @param branch null where HEAD is on none
record GitStatus(@Nullable String head, @Nullable String branch, List<Entry> entries) {
    private static final String OID = "# branch.oid ";
    private static final String HEAD = "# branch.head ";

    enum Kind {
        ADDED,
        MODIFIED,
        DELETED,
        MOVED,
        UNTRACKED,
        CONFLICTED
    }

    /// @param path below the root
    record Entry(String path, Kind kind) {}

    static GitStatus read(String output) {
        String head = null;
        String branch = null;
        var entries = new ArrayList<Entry>();
        var records = output.split("\0", -1);
        for (int i = 0; i < records.length; i++) {
            var record = records[i];
            if (record.startsWith(OID)) {
                head = record.endsWith(")") ? null : record.substring(OID.length());
            } else if (record.startsWith(HEAD)) {
                branch = record.endsWith("(detached)") ? null : record.substring(HEAD.length());
            } else if (record.startsWith("1 ")) {
                add(record, 8, kind(record), entries);
            } else if (record.startsWith("2 ")) {
                add(record, 9, Kind.MOVED, entries);
                i++; // where it was before
            } else if (record.startsWith("u ")) {
                add(record, 10, Kind.CONFLICTED, entries);
            } else if (record.startsWith("? ")) {
                entries.add(new Entry(record.substring(2), Kind.UNTRACKED));
            }
        }
        return new GitStatus(head, branch, List.copyOf(entries));
    }

    /// The path is what follows so many fields.
    private static void add(String record, int fields, Kind kind, List<Entry> entries) {
        int at = 0;
        for (int i = 0; i < fields && at >= 0; i++) {
            at = record.indexOf(' ', at) + 1;
            if (at == 0) {
                return;
            }
        }
        entries.add(new Entry(record.substring(at), kind));
    }

    private static Kind kind(String record) {
        if (record.length() < 4) {
            return Kind.MODIFIED;
        }
        char staged = record.charAt(2);
        char there = record.charAt(3);
        if (there == 'D' || (staged == 'D' && there == '.')) {
            return Kind.DELETED;
        }
        return staged == 'A' ? Kind.ADDED : Kind.MODIFIED;
    }
}
