package dev.svc.server.vault.copy;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/// Writes a copy again without what nothing refers to any more, and with segments as long as they may be. The new file
/// takes the old one's place in one step.
public final class CopyRewriting {
    /// A copy with fewer records than this gains nothing.
    private static final int FEW = 48;

    private CopyRewriting() {}

    /// Whether the copy is cut so small, or has so much that nothing refers to, that writing it again is worth it.
    public static boolean pays(SessionCopy copy) {
        long least = copy.state().bytes() / SessionCopy.SEGMENT
                + copy.state().files().size()
                + copy.state().former().size()
                + FEW;
        boolean isDiced = copy.records() > 2 * least;
        return isDiced || copy.size() > 2 * copy.used() + SessionCopy.SEGMENT;
    }

    /// Does it.
    ///
    /// @throws CopyDamageException when a part is damaged; the copy stays as it is then
    public static void rewrite(Path file, Sealing sealing, Cutting.Between between)
            throws IOException, InterruptedException {
        var fresh = file.resolveSibling(file.getFileName() + ".new");
        Files.deleteIfExists(fresh);
        try {
            try (var from = SessionCopy.read(file, sealing)) {
                write(from, fresh, sealing, between);
            }
            Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    /// Writes what a copy holds into a new file.
    ///
    /// @param sealing how the new one is sealed
    /// @throws CopyDamageException when a part is damaged
    public static void write(SessionCopy from, Path file, Sealing sealing, Cutting.Between between)
            throws IOException, InterruptedException {
        try (var to = SessionCopy.write(file, sealing)) {
            transfer(from, to, between);
            to.force();
        }
    }

    private static void transfer(SessionCopy from, SessionCopy to, Cutting.Between between)
            throws IOException, InterruptedException {
        var state = from.state();
        var files = new TreeMap<String, KeptFile>();
        for (var file : state.files().values()) {
            files.put(file.name(), cut(file, from, to, between));
        }
        var former = new ArrayList<KeptFile>();
        for (var file : state.former()) {
            former.add(cut(file, from, to, between));
        }
        to.keep(new CopyState(state.stamp(), state.at(), state.note(), files, former));
    }

    private static KeptFile cut(KeptFile file, SessionCopy from, SessionCopy to, Cutting.Between between)
            throws IOException, InterruptedException {
        try (var cut = new Cut(to)) {
            for (var segment : file.segments()) {
                cut.write(from.segment(segment)
                        .orElseThrow(() -> new CopyDamageException("a part of " + file.name() + " is lost")));
                between.breathe();
            }
            return new KeptFile(file.name(), file.size(), file.modified(), cut.end(), file.until());
        }
    }

    /// Gathers bytes until they make a segment.
    private static final class Cut extends OutputStream {
        private final SessionCopy to;
        private final byte[] gathered = new byte[SessionCopy.SEGMENT];
        private final List<Digest> segments = new ArrayList<>();
        private int length;

        Cut(SessionCopy to) {
            this.to = to;
        }

        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int count) throws IOException {
            int taken = 0;
            while (taken < count) {
                int some = Math.min(count - taken, gathered.length - length);
                System.arraycopy(bytes, from + taken, gathered, length, some);
                length += some;
                taken += some;
                if (length == gathered.length) {
                    close(length);
                }
            }
        }

        private void close(int bytes) throws IOException {
            if (bytes > 0) {
                segments.add(to.add(Arrays.copyOf(gathered, bytes)));
                length = 0;
            }
        }

        List<Digest> end() throws IOException {
            close(length);
            return segments;
        }
    }
}
