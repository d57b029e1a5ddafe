package dev.svc.server.search.index;

import dev.svc.server.search.word.SearchAnalyzer;
import dev.svc.server.search.word.WordReader;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/// What is marked in the texts that were found.
///
/// @param words by themselves
/// @param beginnings of words
/// @param sequences of words
/// @param patterns in the text as it is
record Marking(Set<String> words, List<String> beginnings, List<Sequence> sequences, List<Pattern> patterns) {
    /// More marks than these help nobody to find a place.
    private static final int MOST = 500;

    private static final WordReader WORDS = new WordReader(SearchAnalyzer.forIndex());

    /// Two words or more, in a row.
    ///
    /// @param begun whether the last one may go on
    record Sequence(List<String> words, boolean begun) {
        boolean has(int at, String word) {
            var wanted = words.get(at);
            boolean open = begun && at == words.size() - 1;
            return open ? word.startsWith(wanted) : word.equals(wanted);
        }
    }

    /// A stretch of a text.
    record Range(int from, int to) {}

    /// Collects what is wanted.
    static final class Builder {
        private final Set<String> words = new HashSet<>();
        private final List<String> beginnings = new ArrayList<>();
        private final List<Sequence> sequences = new ArrayList<>();
        private final List<Pattern> patterns = new ArrayList<>();

        void word(String word) {
            words.add(word);
        }

        void sequence(List<String> sequence) {
            if (sequence.size() == 1) {
                word(sequence.getFirst());
            } else {
                sequences.add(new Sequence(sequence, false));
            }
        }

        /// A sequence whose last word is only begun.
        void begun(List<String> sequence) {
            if (sequence.size() == 1) {
                beginnings.add(sequence.getFirst());
            } else {
                sequences.add(new Sequence(sequence, true));
            }
        }

        void pattern(Pattern pattern) {
            patterns.add(pattern);
        }

        Marking build() {
            return new Marking(
                    Set.copyOf(words), List.copyOf(beginnings), List.copyOf(sequences), List.copyOf(patterns));
        }
    }

    /// Where it stands, in order and without overlaps.
    ///
    /// @param end by [System#nanoTime], after which what is not found yet stays unmarked
    List<Range> in(String text, long end) {
        var ranges = new ArrayList<Range>();
        if (!words.isEmpty() || !beginnings.isEmpty() || !sequences.isEmpty()) {
            var read = WORDS.read(text, () -> System.nanoTime() - end > 0);
            addWords(read, ranges);
            addSequences(read, ranges);
        }
        addPatterns(text, end, ranges);
        return merged(ranges);
    }

    private void addWords(List<WordReader.Read> read, List<Range> ranges) {
        for (var it : read) {
            if (words.contains(it.word()) || begins(it.word())) {
                ranges.add(new Range(it.start(), it.end()));
            }
            if (ranges.size() == MOST) {
                return;
            }
        }
    }

    private boolean begins(String word) {
        for (var beginning : beginnings) {
            if (word.startsWith(beginning)) {
                return true;
            }
        }
        return false;
    }

    private void addSequences(List<WordReader.Read> read, List<Range> ranges) {
        if (sequences.isEmpty()) {
            return;
        }
        Map<Integer, List<WordReader.Read>> places = new HashMap<>();
        read.forEach(it ->
                places.computeIfAbsent(it.place(), _ -> new ArrayList<>(2)).add(it));
        for (var sequence : sequences) {
            for (var first : read) {
                if (sequence.has(0, first.word()) && ranges.size() < MOST) {
                    int to = end(sequence, first, places);
                    if (to >= 0) {
                        ranges.add(new Range(first.start(), to));
                    }
                }
            }
        }
    }

    /// Where the sequence that begins with this word ends; negative when it does not go on.
    private static int end(Sequence sequence, WordReader.Read first, Map<Integer, List<WordReader.Read>> places) {
        int end = first.end();
        for (int i = 1; i < sequence.words().size(); i++) {
            int at = i;
            var next = places.getOrDefault(first.place() + i, List.of()).stream()
                    .filter(it -> sequence.has(at, it.word()))
                    .findFirst();
            if (next.isEmpty()) {
                return -1;
            }
            end = next.get().end();
        }
        return end;
    }

    private void addPatterns(String text, long end, List<Range> ranges) {
        try {
            for (var pattern : patterns) {
                var matcher = pattern.matcher(new HurriedText(text, end));
                while (ranges.size() < MOST && matcher.find()) {
                    if (matcher.end() > matcher.start()) {
                        ranges.add(new Range(matcher.start(), matcher.end()));
                    }
                }
            }
        } catch (HurriedText.OverdueException | StackOverflowError late) {
            // What was found until then is marked.
        }
    }

    private static List<Range> merged(List<Range> ranges) {
        ranges.sort(Comparator.comparingInt(Range::from));
        var merged = new ArrayList<Range>();
        for (var range : ranges) {
            if (!merged.isEmpty() && range.from() < merged.getLast().to()) {
                var last = merged.removeLast();
                merged.add(new Range(last.from(), Math.max(last.to(), range.to())));
            } else {
                merged.add(range);
            }
        }
        return merged;
    }
}
