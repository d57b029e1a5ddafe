package dev.svc.server.fleet.copy;

import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
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

    /// A journal that is opened with the first question about it. Beside a running service it has to be: opened before
    /// the broker is asked, it may end before the copy, which goes on meanwhile. For one thread.
    static OwnJournal later(Supplier<OwnJournal> opening) {
        return new OwnJournal() {
            private @Nullable OwnJournal opened;

            private OwnJournal opened() {
                var known = opened;
                if (known == null) {
                    known = opening.get();
                    opened = known;
                }
                return known;
            }

            @Override
            public CopyMark head() {
                return opened().head();
            }

            @Override
            public Optional<String> hash(long entry) {
                return opened().hash(entry);
            }

            @Override
            public void read(long after, Predicate<OwnEntry> each) {
                opened().read(after, each);
            }
        };
    }

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
