package dev.svc.server.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.svc.server.catalog.Filter.Kind;
import dev.svc.server.catalog.Page.InFolder;
import dev.svc.server.catalog.Page.InProject;
import dev.svc.server.catalog.Page.OfEngine;
import dev.svc.server.catalog.Query.Archived;
import dev.svc.server.catalog.Query.Snoozed;
import dev.svc.server.catalog.Query.Sort;
import dev.svc.server.catalog.scan.StoreScan;
import dev.svc.server.catalog.scan.StoreSnapshot;
import dev.svc.server.metadata.event.Marks;
import dev.svc.server.metadata.event.Project;
import dev.svc.server.metadata.event.ProjectId;
import dev.svc.server.metadata.event.Snooze;
import dev.svc.server.metadata.fold.Organisation;
import dev.svc.server.session.Asking;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ListingTest {
    private static final Instant NOON = Instant.parse("2026-11-21T12:00:00Z");
    private static final ProjectId SHOP = new ProjectId("p1");
    private static final Project SHOP_PROJECT = new Project(SHOP, "Ładen Größe", "#112233", List.of(), false);

    private final Instant now = NOON;
    private final List<SessionFacts> facts = new ArrayList<>();
    private final Map<SessionId, Marks> marks = new HashMap<>();
    private final Map<SessionId, Running> running = new HashMap<>();

    @Test
    void favourites_come_first_then_the_newest_and_ties_go_by_id() {
        session("b", 5);
        session("a", 5);
        session("old", 1);
        session("new", 9);
        mark("old", new Marks(null, true, null, null, null));
        assertThat(names(Query.first(10))).containsExactly("old", "new", "a", "b");
    }

    @Test
    void pages_of_an_unchanged_list_neither_repeat_nor_drop_a_row() {
        IntStream.range(0, 57).forEach(i -> session("s" + i, i % 7));
        var seen = new ArrayList<String>();
        Integer offset = 0;
        while (offset != null) {
            var page = page(Query.first(10).from(offset));
            assertThat(page.total()).isEqualTo(57);
            seen.addAll(Rig.names(page));
            offset = page.nextOffset();
        }
        assertThat(seen).hasSize(57).doesNotHaveDuplicates();
        assertThat(page(Query.first(10).from(500)).nextOffset()).isNull();
    }

    @Test
    void what_a_person_archived_or_took_out_of_the_archive_wins_over_the_programs_flag() {
        session("plain", 1);
        archivedByProgram("theirs", 2);
        archivedByProgram("back", 3);
        session("mine", 4);
        mark("back", new Marks(null, false, false, null, null));
        mark("mine", new Marks(null, false, true, null, null));
        assertThat(names(Query.first(10))).containsExactly("back", "plain");
        assertThat(names(Query.first(10).with(Archived.ONLY))).containsExactly("mine", "theirs");
        assertThat(names(Query.first(10).with(Archived.ALL))).hasSize(4);
    }

    @Test
    void every_word_must_match_somewhere_without_regard_to_case_and_accents() {
        session("one", 1, "Crème brûlée", "write a RECIPE", "/home/alex/Küche");
        session("two", 2, null, "Straße und Fluß", "/home/alex/work");
        session("three", 3, null, "レシートを日本語で", "/srv/x");
        session("four", 4, null, "ПРОВЕРКА связи", "/srv/x");
        assertThat(words("creme KUCHE")).containsExactly("one");
        assertThat(words("recipe work")).isEmpty();
        assertThat(words("STRASSE")).containsExactly("two");
        assertThat(words("日本語")).containsExactly("three");
        assertThat(words("проверка")).containsExactly("four");
        assertThat(words("engine_2:two")).containsExactly("two");
        assertThat(words("  ")).hasSize(4);
    }

    @Test
    void words_match_branch_model_and_the_projects_name() {
        session("one", 1);
        session("two", 2);
        mark("one", new Marks(null, false, null, SHOP, null));
        assertThat(words("groSSe")).containsExactly("one");
        assertThat(words("feature/cart gpt-5")).containsExactly("two", "one");
    }

    @Test
    void a_title_that_somebody_gave_hides_the_programs_own_from_the_words() {
        session("one", 1, "Engine title", "hello", "/x");
        mark("one", new Marks("Élan", false, null, null, null));
        assertThat(words("elan")).containsExactly("one");
        assertThat(words("engine title")).isEmpty();
        assertThat(words("hello")).containsExactly("one");
    }

    @Test
    void what_is_snoozed_is_out_of_the_daily_list_until_its_time_and_out_of_nothing_else() {
        session("plain", 1);
        session("later", 2);
        session("waits", 3);
        session("filed", 4);
        mark("later", snoozed(new Snooze(NOON.plusSeconds(60)), null));
        mark("waits", snoozed(new Snooze(null), null));
        mark("filed", snoozed(new Snooze(null), true));
        var daily = Query.first(10);
        assertThat(names(daily)).containsExactly("plain");
        assertThat(page(daily).engines()).containsExactly(new OfEngine(EngineKey.CODEX, 1));
        assertThat(names(daily.with(Snoozed.ONLY))).containsExactly("waits", "later");
        assertThat(names(daily.with(Snoozed.ALL))).containsExactly("waits", "later", "plain");
        assertThat(names(daily.with("hello"))).containsExactly("waits", "later", "plain");
        assertThat(names(daily.with("hello").with(Snoozed.NO))).containsExactly("plain");
        assertThat(names(daily.with(Archived.ONLY))).containsExactly("filed");
    }

    @Test
    void a_snooze_is_over_at_its_time_and_the_same_list_says_so() {
        session("later", 2);
        session("latest", 1);
        mark("later", snoozed(new Snooze(NOON.plusSeconds(60)), null));
        mark("latest", snoozed(new Snooze(NOON.plusSeconds(90)), null));
        var listing = listing();
        assertThat(Rig.names(listing.page(Query.first(10), running, NOON))).isEmpty();
        assertThat(Rig.names(listing.page(Query.first(10), running, NOON.plusSeconds(59))))
                .isEmpty();
        var over = listing.page(Query.first(10), running, NOON.plusSeconds(60));
        assertThat(Rig.names(over)).containsExactly("later");
        assertThat(over.rows().getFirst().snoozed()).isFalse();
        assertThat(Rig.names(listing.page(Query.first(10), running, NOON.plusSeconds(90))))
                .containsExactly("later", "latest");
    }

    private static Marks snoozed(Snooze snooze, @Nullable Boolean archived) {
        return new Marks(null, false, archived, null, snooze);
    }

    @Test
    void facets_count_the_whole_filtered_set_not_the_page() {
        IntStream.range(0, 5).forEach(i -> session("s" + i, i));
        facts.add(facts(new SessionId(EngineKey.KIMI, "k"), 9, null, "x", "/x", false, null));
        mark("s1", new Marks(null, false, null, SHOP, null));
        mark("s2", new Marks(null, false, null, SHOP, null));
        var page = page(Query.first(1));
        assertThat(page.projects()).containsExactly(new InProject(SHOP_PROJECT, 2), new InProject(null, 4));
        assertThat(page.engines()).containsExactly(new OfEngine(EngineKey.CODEX, 5), new OfEngine(EngineKey.KIMI, 1));
        var filtered = page(Query.first(1).of(Set.of(EngineKey.KIMI)));
        assertThat(filtered.total()).isEqualTo(1);
        assertThat(filtered.engines()).containsExactly(new OfEngine(EngineKey.KIMI, 1));
    }

    @Test
    void a_folder_is_asked_for_with_all_below_it_and_several_at_once() {
        session("shop", 4, null, "x", "/src/shop");
        session("web", 3, null, "x", "/src/shop/web");
        session("other", 2, null, "x", "/src/shopping");
        session("notes", 1, null, "x", "/notes");
        assertThat(names(Query.first(10).below(List.of("/src/shop")))).containsExactly("shop", "web");
        assertThat(names(Query.first(10).below(List.of("/src/shop/web", "/notes"))))
                .containsExactly("web", "notes");
        assertThat(names(Query.first(10).below(List.of("/")))).hasSize(4);
    }

    @Test
    void folders_count_what_is_below_them_and_stay_when_one_is_chosen() {
        session("shop", 4, null, "x", "/src/shop");
        session("web", 3, null, "x", "/src/shop/web");
        session("notes", 1, null, "x", "/Nötes");
        session("hidden", 1, null, "x", "/a\u001b[2Jb");
        var asked = Query.first(10).counting(new Query.Facets(null, ""));
        var all = List.of(new InFolder("/src/shop", 2), new InFolder("/Nötes", 1), new InFolder("/src/shop/web", 1));
        assertThat(page(asked).folders()).isEqualTo(all);
        assertThat(page(asked.below(List.of("/src/shop/web"))).folders()).isEqualTo(all);
        assertThat(page(asked.below(List.of("/src/shop/web"))).total()).isOne();
        assertThat(page(Query.first(10).counting(new Query.Facets(null, "NOTES")))
                        .folders())
                .containsExactly(new InFolder("/Nötes", 1));
        assertThat(page(Query.first(10)).folders()).isNull();
    }

    @Test
    void times_are_counted_by_the_calendar_of_who_asks() {
        var midnight = 12 * 60;
        session("star", 0);
        mark("star", new Marks(null, true, null, null, null));
        session("late", midnight - 1);
        session("next", midnight);
        session("before", -3 * midnight);
        var utc = Query.first(1).counting(new Query.Facets(ZoneId.of("UTC"), null));
        assertThat(page(utc).times())
                .isEqualTo(new TimeSpread(
                        1,
                        List.of(
                                new TimeSpread.Count("2026-11-22", 1),
                                new TimeSpread.Count("2026-11-21", 1),
                                new TimeSpread.Count("2026-11-20", 1))));
        var tokyo = Query.first(1).counting(new Query.Facets(ZoneId.of("Asia/Tokyo"), null));
        assertThat(page(tokyo).times())
                .isEqualTo(new TimeSpread(
                        1, List.of(new TimeSpread.Count("2026-11-22", 2), new TimeSpread.Count("2026-11-20", 1))));
        assertThat(page(utc.by(Sort.TITLE)).times()).isNull();
    }

    @Test
    void days_long_ago_are_counted_by_months_and_every_row_once() {
        IntStream.range(0, 200).forEach(i -> session("s" + i, -i * 24 * 60));
        var times = Objects.requireNonNull(page(Query.first(1).counting(new Query.Facets(ZoneId.of("UTC"), null)))
                .times());
        assertThat(times.counts().stream().mapToInt(TimeSpread.Count::count).sum())
                .isEqualTo(200);
        assertThat(times.counts()).element(61).isEqualTo(new TimeSpread.Count("2026-09-21", 1));
        assertThat(times.counts())
                .element(62)
                .isEqualTo(new TimeSpread.Count("2026-09", 20)); // the days of the month that are not counted alone
        assertThat(times.counts()).last().isEqualTo(new TimeSpread.Count("2026-05", 26));
    }

    @Test
    void a_project_filter_knows_sessions_of_none_and_of_a_project_that_was_deleted() {
        session("in", 1);
        session("out", 2);
        session("lost", 3);
        mark("in", new Marks(null, false, null, SHOP, null));
        mark("lost", new Marks(null, false, null, new ProjectId("deleted"), null));
        assertThat(names(Query.first(10).in(new Query.InProject(SHOP)))).containsExactly("in");
        assertThat(names(Query.first(10).in(new Query.InProject(null)))).containsExactly("lost", "out");
    }

    @Test
    void sub_agents_are_no_rows_unless_asked_for() {
        session("top", 1);
        facts.add(facts(Rig.id("sub"), 2, null, "x", "/x", false, Rig.id("top")));
        assertThat(names(Query.first(10))).containsExactly("top");
        var all = Query.first(10).of(new Kind(false, true));
        assertThat(names(all)).containsExactly("sub", "top");
    }

    @Test
    void live_sessions_are_those_with_a_terminal_found_in_a_store_or_not_yet() {
        session("idle", 1);
        session("off", 2);
        runs("idle", Status.IDLE);
        runs("new-0a", Status.WORKING);
        var live = Query.first(10).of(new Kind(true, false));
        var page = page(live);
        assertThat(Rig.names(page)).containsExactly("new-0a", "idle");
        assertThat(page.rows()).extracting(Row::status).containsExactly(Status.WORKING, Status.IDLE);
        assertThat(names(Query.first(10))).containsExactly("new-0a", "off", "idle");
    }

    @Test
    void a_listing_that_was_asked_before_answers_as_a_new_one_and_shows_what_runs_by_now() {
        IntStream.range(0, 30).forEach(i -> session("s" + i, i));
        var asked = listing();
        var queries = List.of(
                Query.first(5),
                Query.first(5).from(5),
                Query.first(7).with("hello"),
                Query.first(7).with("nowhere"),
                Query.first(9).by(Sort.TITLE),
                Query.first(9).with(Archived.ALL),
                Query.first(3).of(Set.of(EngineKey.KIMI)),
                Query.first(3).where(row -> row.id().nativeId().endsWith("7")),
                Query.first(9).of(new Kind(true, false)));
        for (int round = 0; round < 3; round++) {
            for (var query : queries) {
                assertThat(asked.page(query, running, now)).isEqualTo(page(query));
            }
            runs("s" + (29 - round), Status.WORKING);
        }
    }

    @Test
    void other_orders_keep_favourites_first_and_titles_go_without_case() {
        session("1", 1, "beta", "x", "/x");
        session("2", 2, "Alpha", "x", "/x");
        session("3", 3, null, null, "/x");
        session("4", 4, "Ärger", "x", "/x");
        assertThat(names(Query.first(10).by(Sort.TITLE))).containsExactly("2", "4", "1", "3");
        mark("3", new Marks(null, true, null, null, null));
        assertThat(names(Query.first(10).by(Sort.TITLE))).containsExactly("3", "2", "4", "1");
        assertThat(names(Query.first(10).by(Sort.CREATED))).containsExactly("3", "1", "2", "4");
    }

    @Test
    void the_title_is_the_persons_then_the_programs_then_the_first_message_cut() {
        session("one", 1, null, "🧾".repeat(300), "/x");
        var row = page(Query.first(1)).rows().getFirst();
        assertThat(row.title()).isEqualTo("🧾".repeat(200));
        assertThat(row.titleSource()).isEqualTo(Row.TitleSource.FIRST_MESSAGE);
    }

    private List<String> names(Query query) {
        return Rig.names(page(query));
    }

    private List<String> words(String words) {
        return names(Query.first(100).with(words));
    }

    private Page page(Query query) {
        return listing().page(query, running, now);
    }

    private Listing listing() {
        var json = JsonNodeFactory.instance;
        var organisation =
                Organisation.of(1, NOON, marks, Map.of(), List.of(SHOP_PROJECT), json.objectNode(), json.objectNode());
        var snapshot = StoreSnapshot.empty(EngineKey.CODEX)
                .with(new StoreScan(EngineKey.CODEX, facts, List.of(), 0, null))
                .shelf();
        var known = new HashSet<SessionId>();
        facts.forEach(it -> known.add(it.id()));
        var unfound =
                running.values().stream().filter(it -> !known.contains(it.id())).toList();
        return Listing.of(List.of(snapshot), organisation, unfound);
    }

    private void mark(String name, Marks of) {
        marks.put(Rig.id(name), of);
    }

    @Test
    void what_waits_longest_is_first_in_the_order_of_waiting() {
        session("old", 1);
        session("long", 2);
        session("short", 3);
        session("new", 4);
        asks("short", NOON.plusSeconds(20));
        asks("long", NOON.plusSeconds(10));
        assertThat(names(Query.first(10).by(Query.Sort.WAITING))).containsExactly("long", "short", "new", "old");
    }

    private void asks(String name, Instant since) {
        var asking = new Asking(name, "Go on?", since, List.of(), "");
        running.put(Rig.id(name), new Running(Rig.id(name), "/x", NOON, Status.WAITING, asking, null));
    }

    private void runs(String name, Status status) {
        running.put(Rig.id(name), new Running(Rig.id(name), "/x", NOON.plusSeconds(6000), status));
    }

    private void session(String name, int minute) {
        session(name, minute, null, "hello", "/home/alex/shop");
    }

    private void session(String name, int minute, @Nullable String title, @Nullable String first, String cwd) {
        facts.add(facts(Rig.id(name), minute, title, first, cwd, false, null));
    }

    private void archivedByProgram(String name, int minute) {
        facts.add(facts(Rig.id(name), minute, null, "hello", "/x", true, null));
    }

    private static SessionFacts facts(
            SessionId id,
            int minute,
            @Nullable String title,
            @Nullable String first,
            String cwd,
            boolean archived,
            @Nullable SessionId parent) {
        var updated = NOON.plusSeconds(60L * minute);
        var created = NOON.minusSeconds(60L * minute);
        return new SessionFacts(
                id, title, first, cwd, created, updated, 1, "gpt-5.2", "feature/cart", 10, archived, parent, 0);
    }
}
