package dev.svc.server.transcript;

import dev.svc.server.transcript.markdown.Markup;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/// Texts that are expensive to parse, each of the largest accepted size.
public final class HostileTexts {
    private static final int MARKDOWN = Markup.LONGEST;
    private static final int PLAIN = 256 << 10;

    private final Map<String, String> texts = new LinkedHashMap<>();

    private HostileTexts() {}

    /// The texts by their names.
    public static Map<String, String> all() {
        var all = new HostileTexts();
        all.runs();
        all.halves();
        all.nests();
        all.blocks();
        all.amplifiers();
        all.characters();
        return all.texts;
    }

    /// One of them.
    public static String of(String name) {
        return Objects.requireNonNull(all().get(name));
    }

    private void add(String name, String text) {
        texts.put(name, text);
    }

    /// Repeated up to the limit for Markdown, and up to the limit for one text of a log.
    private void repeated(String name, String piece) {
        add(name, piece.repeat(MARKDOWN / piece.length()));
        add(name + ", plain", piece.repeat(PLAIN / piece.length()));
    }

    private void runs() {
        "<>[](){}*_`~|&!\\#-+=:\"'$"
                .chars()
                .mapToObj(Character::toString)
                .forEach(it -> repeated("a run of " + it, it));
    }

    private void halves() {
        repeated("tags that never end", "<a x=");
        repeated("tags of names", "<a x ");
        repeated("ends of tags", "</");
        repeated("addresses that never end", "<http:");
        repeated("mail that never ends", "<a@");
        repeated("comments", "<!--");
        repeated("comments on lines", "<!--\n");
        repeated("character data", "<![CDATA[");
        repeated("instructions", "<?");
        repeated("declarations", "<!A ");
        repeated("links that never end", "[a](<b");
        repeated("links in parentheses", "[a](");
        repeated("links with titles", "[a](b \"");
        repeated("pictures", "![a](");
        repeated("references", "[a][");
        repeated("codes on lines", "`\n");
        repeated("entities", "&#27;&amp;");
        repeated("entities that never end", "&#x");
        add("codes of growing length", codes());
    }

    private static String codes() {
        var codes = new StringBuilder();
        for (int i = 1; codes.length() < MARKDOWN - i - 1; i++) {
            codes.append("`".repeat(i)).append('a');
        }
        return codes.toString();
    }

    private void nests() {
        add("brackets in brackets", "[".repeat(MARKDOWN / 2) + "]".repeat(MARKDOWN / 2));
        add("pictures in pictures", "![".repeat(MARKDOWN / 8) + "](a)".repeat(MARKDOWN / 8));
        add("emphasis in emphasis", "*a ".repeat(MARKDOWN / 6) + "a* ".repeat(MARKDOWN / 6));
        repeated("emphasis that crosses", "*a _b ");
        repeated("emphasis that never ends", "a**b ");
        repeated("quotes in quotes", "> ");
        repeated("lists in lists", "- ");
        repeated("numbers in numbers", "1. ");
        add("quotes in quotes on lines", ("> ".repeat(30) + "a\n").repeat(MARKDOWN / 63));
        add("lists below lists", lists());
        add("deep JSON", "[".repeat(PLAIN / 2) + "]".repeat(PLAIN / 2));
        add("deep objects", "{\"a\":".repeat(PLAIN / 6));
    }

    private static String lists() {
        var lists = new StringBuilder();
        for (int i = 0; lists.length() < MARKDOWN - 500; i++) {
            lists.append("  ".repeat(i % 200)).append("- a\n");
        }
        return lists.toString();
    }

    private void blocks() {
        repeated("definitions of links", "[a]: <b\n");
        repeated("definitions with titles", "[a]: b \"c\n");
        repeated("definitions that never end", "[a\n");
        repeated("empty items", "-\n");
        repeated("headings", "a\n=\n");
        repeated("fences", "```\n");
        repeated("tags on lines", "<a\n");
        repeated("bars on lines", "a\n|");
        repeated("empty lines", "\n");
        add("a tag of many names on one line", "<a" + " x".repeat(MARKDOWN / 2 - 2) + ">");
        add("a tag of just few enough names", ("<a" + " x".repeat(1_990) + "\n\n").repeat(8));
        add("blanks in a tag", "<a" + " ".repeat(MARKDOWN - 4) + "x");
        add("one line of blanks", " ".repeat(PLAIN) + "x");
    }

    private void amplifiers() {
        add("a table of 6,800 columns", table(6_800, 1));
        add("a table of many columns and rows", table(3_000, 6_000));
        add("a table of just few enough cells", table(30, 1_600));
        add(
                "a table of one long name",
                "|" + "n".repeat(8_000) + "|a".repeat(20) + "|\n|-" + "|-".repeat(20) + "|\n" + "|\n".repeat(2_000));
        add(
                "an address used again and again",
                "[a]: /" + "x".repeat(MARKDOWN / 2) + "\n\n" + "[a]\n\n".repeat(MARKDOWN / 11));
        add(
                "an address used in one paragraph",
                "[a]: /" + "x".repeat(MARKDOWN / 2) + "\n\n" + "[a]".repeat(MARKDOWN / 7));
        add("a diff of long lines", "@@ -1 +1 @@\n" + ("+" + "x".repeat(10_000) + "\n").repeat(20));
        add("hunks that never end", "@@ ".repeat(PLAIN / 3));
    }

    private static String table(int columns, int rows) {
        return "|a".repeat(columns) + "|\n" + "|-".repeat(columns) + "|\n" + "|\n".repeat(rows);
    }

    private void characters() {
        repeated("a letter with accents without end", "\u0300");
        repeated("characters without width", "\u200b");
        repeated("words of characters without width", "a \u200b\u200b");
        repeated("families", "👨‍👩‍👧");
        repeated("joiners", "‍👩");
        repeated("flags", "🇩🇪");
        repeated("conjuncts", "क्");
        repeated("wide characters", "世");
        repeated("reorderings", "\u202e");
        repeated("escapes", "\u001b]0;");
        repeated("control sequences", "\u001b[1");
        repeated("tabs", "\t");
        repeated("one huge line", "word ");
        repeated("halves of pairs", "\ud83d");
    }
}
