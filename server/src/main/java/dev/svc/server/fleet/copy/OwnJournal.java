package dev.svc.server.fleet.copy;

import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// This host's journal, as copies of it are made.
public interface OwnJournal {
    /// Its last entry.
    CopyMark head();

    /// The hash of an entry; empty where there is none of this number.
    Optional<String> hash(long entry);

    /// Shows the entries after one, in order, until `each` returns false.
    void read(long after, Predicate<OwnEntry> each);

    /// An entry.
    ///
    /// @param id the same wherever it is imported to
    /// @param line what is copied of it, without an end of line; null for one that stays on this host
    record OwnEntry(CopyMark mark, String id, @Nullable String line) {}

    /// One without entries.
    OwnJournal EMPTY = new OwnJournal() {
        @Override
        public CopyMark head() {
            return CopyMark.NONE;
        }

        @Override
        public Optional<String> hash(long entry) {
            return Optional.empty();
        }

        @Override
        public void read(long after, Predicate<OwnEntry> each) {}
    };
}
