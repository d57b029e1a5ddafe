package dev.svc.server.search.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class QueryReaderTest {
    private static final int ANY_CASE = Pattern.MULTILINE | Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE;

    static Stream<Arguments> words() {
        return Stream.of(
                arguments("lock", "lock"),
                arguments("  two\twords\n", "two / words"),
                arguments("a\u00a0b\u3000c", "a / b / c"),
                arguments("the the", "the / the"),
                arguments("lock*", "lock…"),
                arguments("käse*", "käse…"),
                arguments("src/main*", "src/main…"),
                arguments("*", "*"),
                arguments("**bold**", "**bold**"),
                arguments("*lock*", "*lock*"),
                arguments("src/* a=*", "src/* / a=*"),
                arguments("don't print(\"hello", "don't / print(\"hello"),
                arguments("5\" wide", "5\" / wide"),
                arguments("全文検索", "全文検索"),
                arguments("検索*", "検索…"),
                arguments("題：本文", "題：本文"),
                arguments("😀 \ud83d", "😀 / \ud83d"));
    }

    static Stream<Arguments> phrases() {
        return Stream.of(
                arguments("\"out of memory\"", "phrase out of memory"),
                arguments("\" => {\"", "phrase => {"),
                arguments("“smart quotes”", "phrase smart quotes"),
                arguments("„German quotes“", "phrase German quotes"),
                arguments("“mixed\" word", "phrase mixed / word"),
                arguments("\"one\"\"two\"three", "phrase one / phrase two / three"),
                arguments("\"role:user -x /y/\"", "phrase role:user -x /y/"),
                arguments("\"C:\\\"", "phrase C:\\"));
    }

    static Stream<Arguments> negations() {
        return Stream.of(
                arguments("a -b", "a / never b"),
                arguments("-b a", "a / never b"),
                arguments("a -b*", "a / never b…"),
                arguments("a -\"b c\"", "a / never phrase b c"),
                arguments("a -/b c/", "a / never regex b c of 8"),
                arguments("a -/usr/bin", "a / never /usr/bin"),
                arguments("a -role:tool", "a / never kinds [TOOL]"),
                arguments("role:user -is:archived,live", "kinds [USER] / never states [ARCHIVED, LIVE]"),
                arguments("a -.env", "a / never .env"),
                arguments("a -foo:bar", "a / never foo:bar"),
                arguments("a-b", "a-b"),
                arguments("a - b", "a / - / b"),
                arguments("run --force", "run / --force"),
                arguments("a -> b", "a / -> / b"),
                arguments("\"-1\"", "phrase -1"));
    }

    static Stream<Arguments> filters() {
        return Stream.of(
                arguments("role:user", "kinds [USER]"),
                arguments("role:you,answer", "kinds [USER, ASSISTANT]"),
                arguments("role:assistant role:edit", "kinds [ASSISTANT, EDIT]"),
                arguments("role:system,tool,tool", "kinds [SYSTEM, TOOL]"),
                arguments("ROLE:User", "kinds [USER]"),
                arguments("role：user", "kinds [USER]"),
                arguments("role:\"user\",“tool”", "kinds [USER, TOOL]"),
                arguments("engine:weaver", "engines [engine_1]"),
                arguments("engine:Weaver", "engines [engine_1]"),
                arguments("engine:engine_7,weaver", "engines [engine_7, engine_1]"),
                arguments("project:Shop", "projects [Shop]"),
                arguments("project:\"my shop\" a", "a / projects [my shop]"),
                arguments("project:\"a, b\",c", "projects [a, b, c]"),
                arguments("project:店 店", "店 / projects [店]"),
                arguments("folder:~/work/shop", "folders [~/work/shop]"),
                arguments("folder:/srv/a,b", "folders [/srv/a, b]"),
                arguments("folder:C:\\work", "folders [C:\\work]"),
                arguments("branch:feature/x", "branches [feature/x]"),
                arguments("model:opus", "models [opus]"),
                arguments("tool:Bash,Edit", "tools [Bash, Edit]"),
                arguments("is:live", "states [LIVE]"),
                arguments("is:waiting,archived", "states [WAITING, ARCHIVED]"),
                arguments("is:favorite is:favourite", "states [FAVOURITE]"),
                arguments("is:snoozed", "states [SNOOZED]"),
                arguments("IS:LIVE", "states [LIVE]"),
                arguments("project:\"x\"y", "y / projects [x]"));
    }

    static Stream<Arguments> times() {
        return Stream.of(
                arguments("before:2026-11-01", "before 2026-10-31T23:00:00Z"),
                arguments("after:2026-07-01", "after 2026-06-30T22:00:00Z"),
                arguments("after:2026-11-01T09:30", "after 2026-11-01T08:30:00Z"),
                arguments("after:2026-11-01t09:30:15.5z", "after 2026-11-01T09:30:15.500Z"),
                arguments("after:2026-11-01T09:30:00+05:30", "after 2026-11-01T04:00:00Z"),
                arguments("after：today", "after 2026-11-14T23:00:00Z"),
                arguments("after:\"yesterday\"", "after 2026-11-13T23:00:00Z"),
                arguments("before:7d", "before 2026-11-08T10:00:00Z"),
                arguments("before:2W", "before 2026-11-01T10:00:00Z"),
                arguments("after:3m", "after 2026-08-15T09:00:00Z"),
                arguments(
                        "after:2026-01-01 after:2026-02-01 before:2026-04-01 before:2026-03-01",
                        "before 2026-02-28T23:00:00Z / after 2026-01-31T23:00:00Z"),
                arguments("a -before:2026-11-01", "a / after 2026-10-31T23:00:00Z"),
                arguments("a -after:2026-11-01", "a / before 2026-10-31T23:00:00Z"));
    }

    static Stream<Arguments> wordsWithColons() {
        return Stream.of(
                arguments("http://x", "http://x"),
                arguments("std::vector", "std::vector"),
                arguments("model::Row", "model::Row"),
                arguments("foo:bar", "foo:bar"),
                arguments("rol:user roles:user", "rol:user / roles:user"),
                arguments(":user role", ":user / role"),
                arguments("(role:user)", "(role:user)"),
                arguments("foo:\"a b\"", "foo:\"a / b\""),
                arguments("12:30", "12:30"));
    }

    /// The table of docs/search.md.
    static Stream<Arguments> slashes() {
        return Stream.of(
                arguments("/time.?out/", "regex time.?out of 8"),
                arguments("/time.?out/i", "regex time.?out of " + ANY_CASE),
                arguments("/a b/ c", "regex a b of 8 / c"),
                arguments("/a\\/b/", "regex a\\/b of 8"),
                arguments("/tmp/", "regex tmp of 8"),
                arguments("/\\\\/", "regex \\\\ of 8"),
                arguments("/usr/bin", "/usr/bin"),
                arguments("/usr/bin/", "/usr/bin/"),
                arguments("src/main/", "src/main/"),
                arguments("/help me", "/help / me"),
                arguments("/help and /clear", "/help / and / /clear"),
                arguments("/etc /usr/ x", "/etc / regex usr of 8 / x"),
                arguments("/a/ii /a/x", "/a/ii / /a/x"),
                arguments("/tmp/foo.* /users/[id]/x", "/tmp/foo.* / /users/[id]/x"),
                arguments("a / b / c", "a / / / b / / / c"),
                arguments("// todo", "// / todo"),
                arguments("/* note */", "/* / note / */"));
    }

    @ParameterizedTest
    @MethodSource({"words", "phrases", "negations", "filters", "times", "wordsWithColons", "slashes"})
    void what_is_typed_means_this(String typed, String meaning) throws BadQueryException {
        assertThat(Reading.words(Reading.reader().read(typed))).isEqualTo(meaning);
    }

    @ParameterizedTest
    @MethodSource({"words", "phrases", "negations", "filters", "times", "wordsWithColons", "slashes"})
    void it_means_the_same_whatever_the_language_of_the_host(String typed, String meaning) throws BadQueryException {
        var before = Locale.getDefault();
        try {
            for (String language : List.of("de", "tr", "ar-EG-u-nu-arab", "th-TH-u-ca-buddhist")) {
                Locale.setDefault(Locale.forLanguageTag(language));
                assertThat(Reading.words(Reading.reader().read(typed))).isEqualTo(meaning);
            }
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void an_expression_looks_at_lines_and_ignores_case_only_with_an_i() throws BadQueryException {
        assertThat(pattern("/^käse$/").matcher("x\nkäse\ny").find()).isTrue();
        assertThat(pattern("/^käse$/").matcher("KÄSE").find()).isFalse();
        assertThat(pattern("/^käse$/i").matcher("KÄSE").find()).isTrue();
        assertThat(pattern("/a\\/b/").matcher("x a/b").find()).isTrue();
    }

    @Test
    void the_same_text_is_an_equal_query() throws BadQueryException {
        String typed = "a /b+/i -\"c\" role:user before:today";
        assertThat(Reading.reader().read(typed)).isEqualTo(Reading.reader().read(typed));
        assertThat(Reading.reader().read("/b/")).isNotEqualTo(Reading.reader().read("/b/i"));
    }

    @Test
    void days_begin_in_the_time_zone_of_the_reader() throws BadQueryException {
        var reader = new QueryReader(_ -> Optional.empty(), ZoneId.of("Asia/Tokyo"));
        assertThat(reader.read("after:2026-11-01").only().after()).hasToString("2026-10-31T15:00:00Z");
    }

    @Test
    void as_much_as_is_allowed_is_read() throws BadQueryException {
        var reader = Reading.reader();
        assertThat(reader.read("x".repeat(2_000)).all()).hasSize(1);
        assertThat(reader.read("x ".repeat(64)).all()).hasSize(64);
        assertThat(reader.read("tool:" + "x,".repeat(63) + "y").only().tools()).hasSize(2);
        assertThat(reader.read("/" + "x".repeat(500) + "/").all()).hasSize(1);
        assertThat(reader.read("/" + "(".repeat(64) + ")".repeat(64) + "/").all())
                .hasSize(1);
    }

    @Test
    void a_query_without_filters_has_none() throws BadQueryException {
        var query = Reading.reader().read("a");
        assertThat(query.only()).isEqualTo(Filters.NONE);
        assertThat(query.never().isEmpty()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void a_kind_is_found_by_the_word_that_answers_carry(TurnKind kind, String word) {
        assertThat(kind.word()).isEqualTo(word);
        assertThat(TurnKind.named(word)).contains(kind);
    }

    static Stream<Arguments> kinds() {
        return Stream.of(
                arguments(TurnKind.USER, "user"),
                arguments(TurnKind.ASSISTANT, "assistant"),
                arguments(TurnKind.TOOL, "tool"),
                arguments(TurnKind.EDIT, "edit"),
                arguments(TurnKind.SYSTEM, "system"));
    }

    private static Pattern pattern(String typed) throws BadQueryException {
        return ((Clause.Regex) Reading.reader().read(typed).all().getFirst()).pattern();
    }
}
