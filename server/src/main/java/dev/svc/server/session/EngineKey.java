package dev.svc.server.session;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/// Which program a session belongs to, by the number that the program was given. Ids, files, filters and answers carry
/// it as `engine_1` and so on; everything else about a program stands in its manifest.
///
/// There is one object a number, so that equal keys are the same.
public final class EngineKey implements Comparable<EngineKey> {
    private static final String PREFIX = "engine_";
    private static final int MOST = 99;

    private static final List<EngineKey> ALL =
            IntStream.rangeClosed(0, MOST).mapToObj(EngineKey::new).toList();

    /// The numbers given so far. Journals and files carry them for ever, so none is given twice.
    public static final EngineKey SHELL = of(0);

    public static final EngineKey CLAUDE_CODE = of(1);

    public static final EngineKey CODEX = of(2);
    public static final EngineKey OPENCODE = of(3);
    public static final EngineKey GEMINI = of(4);
    public static final EngineKey ANTIGRAVITY = of(5);
    public static final EngineKey KIMI = of(6);
    public static final EngineKey COPILOT = of(7);
    public static final EngineKey KILO = of(8);
    public static final EngineKey PI = of(9);
    public static final EngineKey QWEN = of(10);
    public static final EngineKey GROK = of(11);

    /// What files of former versions, and people who edit them, call the first six. Files keep their words for ever; a
    /// program that is added has its number alone.
    private static final Map<String, EngineKey> FORMER_WORDS = Map.of(
            "claude", CLAUDE_CODE,
            "codex", CODEX,
            "opencode", OPENCODE,
            "gemini", GEMINI,
            "antigravity", ANTIGRAVITY,
            "kimi", KIMI);

    private final int number;
    private final String key;

    private EngineKey(int number) {
        this.number = number;
        this.key = PREFIX + number;
    }

    /// The key of the program with this number, 0 to 99; 0 is the plain terminal.
    public static EngineKey of(int number) {
        if (number < 0 || number > MOST) {
            throw new IllegalArgumentException("a program has a number from 0 to " + MOST + ", not " + number);
        }
        return ALL.get(number);
    }

    /// The canonical name in ids, filters and facets: `engine_1` and so on.
    public String key() {
        return key;
    }

    /// Reads a canonical name; whether there is such a program is another question.
    public static Optional<EngineKey> find(String key) {
        return canonical(key, key.length());
    }

    /// The one that a text in a file begins with, up to `end`. Replaying a journal asks this a million times.
    static Optional<EngineKey> findAhead(String text, int end) {
        return text.startsWith(PREFIX)
                ? canonical(text, end)
                : Optional.ofNullable(FORMER_WORDS.get(text.substring(0, end)));
    }

    private static Optional<EngineKey> canonical(String text, int end) {
        int digits = end - PREFIX.length();
        if (digits < 1 || digits > 2 || !text.startsWith(PREFIX)) {
            return Optional.empty();
        }
        int number = 0;
        for (int at = PREFIX.length(); at < end; at++) {
            char digit = text.charAt(at);
            if (digit < '0' || digit > '9' || (at > PREFIX.length() && number == 0)) {
                return Optional.empty();
            }
            number = number * 10 + digit - '0';
        }
        return Optional.of(ALL.get(number));
    }

    /// By number; the plain terminal comes after all agents.
    @Override
    public int compareTo(EngineKey other) {
        return Integer.compare(rank(), other.rank());
    }

    private int rank() {
        return number == 0 ? MOST + 1 : number;
    }

    /// The same in every run.
    @Override
    public int hashCode() {
        return key.hashCode();
    }

    @Override
    public String toString() {
        return key;
    }
}
