package dev.svc.server.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.journal.MemoryJournal;
import dev.svc.server.metadata.event.Actor;
import dev.svc.server.metadata.event.MetadataEvent.ViewChanged;
import dev.svc.server.metadata.event.MetadataEvent.ViewCreated;
import dev.svc.server.metadata.event.MetadataEvent.ViewDeleted;
import dev.svc.server.metadata.event.SavedView;
import dev.svc.server.metadata.event.ViewId;
import dev.svc.server.metadata.fold.Organisation;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ViewDecisionsTest {
    private final MemoryJournal journal = new MemoryJournal();
    private final Metadata metadata = new Metadata(journal, Clock.systemUTC());

    @AfterEach
    void the_present_is_what_replaying_the_journal_gives() {
        metadata.close();
        assertThat(journal.asOf(Long.MAX_VALUE).holdsTheSameAs(metadata.organisation()))
                .isTrue();
    }

    private SavedView view(String name) {
        return metadata.createView(name, "live=1", Actor.CLI);
    }

    private List<String> names() {
        return metadata.organisation().views().stream().map(SavedView::name).toList();
    }

    @Test
    void a_new_view_stands_behind_the_others_and_none_moves_when_one_goes() {
        var one = view("b");
        view("a");
        metadata.deleteView(one.id(), Actor.CLI);
        view("c");
        metadata.undo(3, false, Actor.CLI);
        assertThat(names()).containsExactly("b", "a", "c");
    }

    @Test
    void a_change_that_changes_nothing_appends_nothing() {
        var one = view("one");
        assertThat(metadata.changeView(one.id(), " one\n", "live=1", Actor.CLI).isNothing())
                .isTrue();
        assertThat(metadata.changeView(one.id(), null, null, Actor.CLI).isNothing())
                .isTrue();
    }

    @Test
    void a_name_is_taken_whatever_its_case_but_a_view_may_change_the_case_of_its_own() {
        var one = view("one");
        assertThatThrownBy(() -> view("ONE"))
                .isInstanceOf(ConflictingChangeException.class)
                .hasMessageContaining("choose another name");
        metadata.changeView(one.id(), "One", null, Actor.CLI);
        assertThat(names()).containsExactly("One");
    }

    @Test
    void undoing_a_deletion_minds_that_another_view_has_the_name_by_now() {
        var one = view("one");
        metadata.deleteView(one.id(), Actor.CLI);
        view("one");
        assertThatThrownBy(() -> metadata.undo(2, true, Actor.CLI)).isInstanceOf(ConflictingChangeException.class);
    }

    @Test
    void undoing_a_change_of_a_deleted_view_says_what_to_do_first() {
        var one = view("one");
        metadata.changeView(one.id(), null, "needs=1", Actor.CLI);
        metadata.deleteView(one.id(), Actor.CLI);
        assertThatThrownBy(() -> metadata.undo(2, true, Actor.CLI)).hasMessageContaining("bring it back first");
    }

    @Test
    void undoing_a_creation_deletes_it() {
        view("one");
        metadata.undo(1, false, Actor.CLI);
        assertThat(names()).isEmpty();
    }

    @Test
    void a_view_of_another_history_keeps_its_id_and_gets_a_number_where_its_name_is_taken() {
        var one = view("one");
        var now = metadata.organisation();
        var other = new SavedView(new ViewId("other"), "ONE", "needs=1", 1);
        var numbered = new SavedView(new ViewId("other"), "ONE (2)", "needs=1", 1);
        assertThat(Merging.onto(now, new ViewCreated(other))).contains(new ViewCreated(numbered));
        var changed = new SavedView(one.id(), "uno", "needs=1", 1);
        assertThat(Merging.onto(now, new ViewChanged(changed, other))).contains(new ViewChanged(changed, one));
        assertThat(Merging.onto(now, new ViewDeleted(changed))).contains(new ViewDeleted(one));
        assertThat(Merging.onto(Organisation.EMPTY, new ViewDeleted(one))).isEqualTo(Optional.empty());
    }

    @Test
    void what_comes_from_elsewhere_is_left_out_where_there_is_no_room_for_it() {
        IntStream.range(0, ViewDecisions.MOST - 1).forEach(i -> view("view " + i));
        var base = metadata.organisation();
        var more = new ArrayList<>(base.views());
        IntStream.range(0, 3)
                .forEach(i -> more.add(new SavedView(new ViewId("x" + i), "more " + i, "live=1", 200 + i)));
        metadata.importDifference(base, base.withViews(more), Actor.CLI);
        assertThat(names()).hasSize(ViewDecisions.MOST).endsWith("more 0");
        var late = new SavedView(new ViewId("late"), "late", "live=1", 300);
        assertThat(Merging.onto(metadata.organisation(), new ViewCreated(late))).isEmpty();
    }

    @Test
    void what_was_changed_elsewhere_is_the_difference_and_nothing_more() {
        var one = view("one");
        var two = view("two");
        var base = metadata.organisation();
        var three = new SavedView(new ViewId("three"), "three", "needs=1", 3);
        var wanted = base.withViews(List.of(new SavedView(one.id(), "uno", "live=1", 1), three));
        metadata.importDifference(base, wanted, Actor.CLI);
        assertThat(names()).containsExactly("uno", "three");
        metadata.undo(5, false, Actor.CLI);
        assertThat(metadata.organisation().view(two.id())).contains(two);
    }
}
