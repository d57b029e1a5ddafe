package dev.svc.server.transcript;

import dev.svc.server.session.Turn;
import dev.svc.server.transcript.Part.Piece;
import dev.svc.server.transcript.Part.Text;
import dev.svc.server.transcript.Part.Told;
import dev.svc.server.transcript.ReadingLimits.Caps;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/// Collects turns from the newest to the oldest until a cap is reached: the oldest are cut.
sealed interface Clipping {

    /// Takes consecutive turns in order. False when nothing older would be shown any more.
    ///
    /// @param first the number of the first of them
    boolean add(int first, List<Turn> turns) throws IOException;

    Part.Body body();

    /// How many of the newest turns are there whole.
    int whole();

    boolean isCut();

    /// Whole lines.
    final class Lines implements Clipping {
        private final Caps caps;
        private final Layout layout;
        private final Deque<String> lines = new ArrayDeque<>();
        private long bytes;
        private int whole;
        private boolean cut;

        /// How turns become lines: those of the newest turn first, and none of the oldest where there is enough.
        @FunctionalInterface
        interface Layout {
            List<List<String>> lines(List<Turn> turns) throws IOException;
        }

        Lines(Caps caps, Layout layout) {
            this.caps = caps;
            this.layout = layout;
        }

        @Override
        public boolean add(int first, List<Turn> turns) throws IOException {
            for (var lines : layout.lines(turns)) {
                if (!add(lines)) {
                    return false;
                }
                whole++;
            }
            return true;
        }

        private boolean add(List<String> turn) {
            for (var line : turn.reversed()) {
                long size = Sizes.of(line) + 1;
                if (lines.size() == caps.lines() || bytes + size > caps.bytes()) {
                    cut = true;
                    return false;
                }
                lines.addFirst(line);
                bytes += size;
            }
            return true;
        }

        @Override
        public Part.Body body() {
            var text = new StringBuilder(Math.toIntExact(bytes));
            lines.forEach(line -> text.append(line).append('\n'));
            return new Text(text.toString());
        }

        @Override
        public int whole() {
            return whole;
        }

        @Override
        public boolean isCut() {
            return cut;
        }
    }

    /// Every turn stays, the oldest ones without text.
    final class Pieces implements Clipping {
        private final Deque<Piece> pieces = new ArrayDeque<>();
        private long left;
        private int whole;
        private boolean cut;

        Pieces(long bytes) {
            this.left = bytes;
        }

        @Override
        public boolean add(int first, List<Turn> turns) {
            for (int i = turns.size() - 1; i >= 0; i--) {
                add(first + i, turns.get(i));
            }
            return true;
        }

        private void add(int index, Turn turn) {
            long size = Sizes.of(turn);
            if (size <= left) {
                pieces.addFirst(new Piece(index, turn, false));
                left -= size;
                whole += cut ? 0 : 1;
            } else {
                pieces.addFirst(new Piece(index, clipped(turn, left), true));
                left = 0;
                cut = true;
            }
        }

        /// The end of its text, without its attachments.
        private static Turn clipped(Turn turn, long bytes) {
            return new Turn(turn.role(), turn.at(), Sizes.end(turn.text(), bytes), null, null, turn.mark(), List.of());
        }

        @Override
        public Part.Body body() {
            return new Told(List.copyOf(pieces));
        }

        @Override
        public int whole() {
            return whole;
        }

        @Override
        public boolean isCut() {
            return cut;
        }
    }

    /// Texts measured in bytes of UTF-8.
    final class Sizes {
        private Sizes() {}

        static long of(String text) {
            long bytes = text.length();
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                if (c >= 0x80) {
                    bytes += c < 0x800 || Character.isSurrogate(c) ? 1 : 2;
                }
            }
            return bytes;
        }

        static long of(Turn turn) {
            long bytes = of(turn.text()) + (turn.thinking() == null ? 0 : of(turn.thinking()));
            var tool = turn.tool();
            if (tool != null) {
                bytes += of(tool.name()) + of(tool.purpose()) + of(tool.inputSummary()) + of(tool.outputSummary());
            }
            return bytes + turn.inner().stream().mapToLong(Sizes::of).sum();
        }

        /// The end of a text, of at most so many bytes, begun with a whole character.
        static String end(String text, long bytes) {
            byte[] all = text.getBytes(StandardCharsets.UTF_8);
            if (all.length <= bytes) {
                return text;
            }
            int from = (int) (all.length - bytes);
            while (from < all.length && (all[from] & 0xc0) == 0x80) {
                from++;
            }
            return new String(all, from, all.length - from, StandardCharsets.UTF_8);
        }
    }
}
