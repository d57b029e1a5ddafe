package dev.svc.server.journal.check;

import dev.svc.server.journal.record.EventReader;
import dev.svc.server.journal.record.HeadFile;
import dev.svc.server.journal.record.Layout;
import dev.svc.server.journal.record.QueueFile;
import dev.svc.server.metadata.Journal.Head;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Reads a journal from end to end before anything relies on it: every byte of a closed file, every entry of the one
/// that was being written.
///
/// Never writes, never maps a file, and works beside a running server, whose unacknowledged entries it leaves alone.
public final class Inspection {
    private final Layout layout;
    private final EventReader reader;
    private final boolean deep;
    private final List<Damage> damage = new ArrayList<>();
    private final Waypoints waypoints = new Waypoints();
    private final List<String> blankFiles = new ArrayList<>();
    private final NavigableMap<String, End> ends = new TreeMap<>();
    private Checkpoint checkpoint = Checkpoint.NONE;
    private HeadFile.@Nullable Content head;
    private QueueFile.@Nullable Walk lastWalk;
    private Chain chain;
    private boolean headSeen;

    private Inspection(Layout layout, EventReader reader, boolean deep) {
        this.layout = layout;
        this.reader = reader;
        this.deep = deep;
        this.chain = new Chain(Head.NONE, 0, reader);
    }

    /// The last entry in a file or in earlier ones.
    public record End(Head last, long millis) {}

    /// What was found.
    ///
    /// @param head the last acknowledged entry as the head file says
    /// @param cut whether records after the head were refused and must be removed
    /// @param blankFiles files that a crash left without any entry
    /// @param lastWalk how the reading of the file that was being written ended; null when there is no such file
    public record Findings(
            Head head,
            boolean cut,
            NavigableMap<String, End> ends,
            Checkpoint checkpoint,
            Waypoints waypoints,
            List<String> blankFiles,
            QueueFile.@Nullable Walk lastWalk,
            List<Damage> damage) {

        public boolean isSound() {
            return damage.isEmpty();
        }

        /// Behind the head when a crash came between an entry and its acknowledgement.
        public End end() {
            return ends.isEmpty() ? new End(Head.NONE, 0) : ends.lastEntry().getValue();
        }
    }

    /// The inspection on opening.
    public static Findings of(Layout layout, EventReader reader) throws IOException {
        return new Inspection(layout, reader, false).findings();
    }

    /// Follows the chain through every entry, whatever the digests say.
    public static Findings deep(Layout layout, EventReader reader) throws IOException {
        return new Inspection(layout, reader, true).findings();
    }

    private Findings findings() throws IOException {
        readHead();
        readCheckpoint();
        var files = layout.queueFiles();
        for (var name : known(files)) {
            if (files.contains(name)) {
                inspect(name, name.equals(files.getLast()));
            } else {
                damage.add(Damage.of(name, "it is missing"));
                checkpoint.find(name).ifPresent(this::skip);
            }
        }
        compareWithHead();
        compareTable(files);
        return new Findings(
                head == null ? chain.head() : head.head(),
                head != null && head.cut(),
                ends,
                checkpoint,
                waypoints,
                blankFiles,
                lastWalk,
                damage);
    }

    /// The files that are there and those that should be, from the oldest on.
    private SortedSet<String> known(List<String> files) {
        var known = new TreeSet<>(files);
        checkpoint.files().stream()
                .map(Checkpoint.Sealed::name)
                .filter(name -> name.endsWith(Layout.QUEUE_SUFFIX))
                .forEach(known::add);
        return known;
    }

    private void readHead() {
        try {
            head = HeadFile.read(layout.head());
            headSeen = head.head().seq() == 0;
        } catch (IOException broken) {
            damage.add(Damage.of("head", "it is missing or is not what was written"));
        }
    }

    private void readCheckpoint() {
        try {
            checkpoint = Checkpoint.read(layout.checkpoint());
        } catch (IOException broken) {
            damage.add(Damage.of("checkpoint", "it is missing or is not what was written"));
        }
    }

    private void inspect(String name, boolean isLast) throws IOException {
        var sealed = checkpoint.find(name);
        if (sealed.isEmpty()) {
            scan(name, isLast);
        } else if (!sealed.get().matches(layout.current())) {
            damage.add(Damage.of(name, "it is not what was written"));
            skip(sealed.get());
        } else if (deep) {
            scan(name, isLast);
        } else {
            skip(sealed.get());
        }
        ends.put(name, new End(chain.head(), chain.millis()));
    }

    /// Its bytes are what they were when its entries were followed.
    private void skip(Checkpoint.Sealed sealed) {
        var first = sealed.waypoints().stream().findFirst();
        if (first.isPresent() && !first.get().prev().equals(chain.head().hash())) {
            damage.add(Damage.of(sealed.name(), "it does not belong behind entry " + chain.seq()));
        }
        chain = new Chain(sealed.last(), sealed.millis(), reader);
        waypoints.addAll(sealed.waypoints());
        seeHead();
    }

    private void scan(String name, boolean isLast) throws IOException {
        var walk = QueueFile.walk(layout.file(name), 0, (bytes, from, length, position) -> {
            var ahead = chain.head();
            var refusal = chain.refuse(bytes, from, length);
            if (refusal != null) {
                damage.add(Damage.of(name, refusal));
                return false;
            }
            if (waypoints.wants(chain.seq(), name)) {
                waypoints.add(new Waypoint(chain.seq(), chain.millis(), name, position, ahead.hash()));
            }
            seeHead();
            return true;
        });
        judge(name, walk, isLast);
    }

    /// After the last acknowledged entry a crash leaves unfinished work; anywhere else the same is damage.
    private void judge(String name, QueueFile.Walk walk, boolean isLast) throws IOException {
        if (walk.stop() == QueueFile.Stop.ENOUGH) {
            return;
        }
        if (walk.end() == 0 && isBlank(name)) {
            blankFiles.add(name);
            return;
        }
        if (isLast) {
            lastWalk = walk;
        }
        boolean mayBeLeftOver = isLast && headSeen;
        if (walk.stop() == QueueFile.Stop.BROKEN && !mayBeLeftOver) {
            damage.add(Damage.of(name, "it breaks off behind entry " + chain.seq()));
        } else if (!walk.clean() && !mayBeLeftOver) {
            damage.add(Damage.of(name, "there is something behind entry " + chain.seq() + " that is no entry"));
        }
    }

    /// A crash while a file was being made leaves it without any entry.
    private boolean isBlank(String name) throws IOException {
        var file = layout.file(name);
        return Files.size(file) < QueueFile.HEADER || waypoints.of(name).isEmpty();
    }

    private void seeHead() {
        var acknowledged = head;
        if (acknowledged != null && chain.seq() == acknowledged.head().seq()) {
            headSeen = true;
            if (!chain.head().equals(acknowledged.head())) {
                damage.add(Damage.of("head", "it stands for another entry " + chain.seq()));
            }
        }
    }

    private void compareWithHead() {
        if (head == null || (headSeen && !isOlderThanSealed(head.head()))) {
            return;
        }
        var missing = head.head().seq() > chain.seq()
                ? "the journal ends with entry " + chain.seq() + ", ahead of the last acknowledged one, "
                        + head.head().seq()
                : "it stands for entry " + head.head().seq() + " and is older than the files";
        damage.add(Damage.of("head", missing));
    }

    /// The journal acknowledges every entry of a file before it seals the file. A head that acknowledges fewer is older
    /// than the file.
    private boolean isOlderThanSealed(Head acknowledged) {
        return checkpoint.files().stream().anyMatch(file -> file.last().seq() > acknowledged.seq());
    }

    private void compareTable(List<String> files) throws IOException {
        var sealed = checkpoint.find(Layout.QUEUE_TABLE);
        if (sealed.isPresent() && !sealed.get().matches(layout.current())) {
            damage.add(Damage.of(Layout.QUEUE_TABLE, "it is missing or is not what was written"));
        } else if (!files.isEmpty() && !Files.isRegularFile(layout.file(Layout.QUEUE_TABLE))) {
            damage.add(Damage.of(Layout.QUEUE_TABLE, "it is missing"));
        }
    }
}
