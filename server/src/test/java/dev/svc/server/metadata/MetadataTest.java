package dev.svc.server.metadata;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.svc.server.journal.MemoryJournal;
import dev.svc.server.metadata.event.Actor;
import dev.svc.server.metadata.event.ContinueResult;
import dev.svc.server.metadata.event.Continuing;
import dev.svc.server.metadata.event.Entry;
import dev.svc.server.metadata.event.Marks;
import dev.svc.server.metadata.event.MetadataEvent.*;
import dev.svc.server.metadata.event.Project;
import dev.svc.server.metadata.event.ProjectId;
import dev.svc.server.metadata.event.SecurityEvent;
import dev.svc.server.metadata.event.Snooze;
import dev.svc.server.metadata.fold.Organisation;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MetadataTest {
    private static final SessionId ONE = new SessionId(EngineKey.CLAUDE_CODE, "one");
    private static final SessionId TWO = new SessionId(EngineKey.CODEX, "two");
    private static final SessionId STAND_IN = new SessionId(EngineKey.CODEX, "new-7");
    private static final Actor ADMIN = Actor.admin("login-1", "127.0.0.1");

    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
    private static final Instant LATER = Instant.parse("2026-01-02T08:00:00Z");

    private final MemoryJournal journal = new MemoryJournal();
    private final Metadata metadata = new Metadata(journal, Clock.fixed(NOW, ZoneOffset.UTC));

    @AfterEach
    void the_present_is_always_what_replaying_the_journal_gives() {
        metadata.close();
        assertThat(journal.asOf(Long.MAX_VALUE).holdsTheSameAs(metadata.organisation()))
                .isTrue();
    }

    @Test
    void a_change_keeps_who_made_it_and_what_was_before() {
        metadata.rename(ONE, "first", ADMIN);
        var change = metadata.rename(ONE, "second", ADMIN);
        assertThat(change.entries()).singleElement().satisfies(entry -> {
            assertThat(entry.seq()).isEqualTo(2);
            assertThat(entry.actor()).isEqualTo(ADMIN);
            assertThat(entry.event()).isEqualTo(new Renamed(ONE, "second", "first"));
        });
        assertThat(metadata.organisation().marks(ONE).title()).isEqualTo("second");
    }

    @Test
    void a_change_that_changes_nothing_appends_nothing() {
        metadata.rename(ONE, "title", ADMIN);
        metadata.favourite(ONE, ADMIN);
        metadata.archive(List.of(ONE), ADMIN);
        assertThat(metadata.rename(ONE, " title\n", ADMIN).isNothing()).isTrue();
        assertThat(metadata.favourite(ONE, ADMIN).isNothing()).isTrue();
        assertThat(metadata.archive(List.of(ONE, ONE), ADMIN).isNothing()).isTrue();
        assertThat(metadata.unfavourite(TWO, ADMIN).isNothing()).isTrue();
        assertThat(metadata.assign(ONE, null, ADMIN).isNothing()).isTrue();
        assertThat(journal.head().seq()).isEqualTo(3);
    }

    @Test
    void a_snooze_is_set_changed_and_ended_and_each_step_can_be_undone() {
        metadata.snooze(ONE, LATER, ADMIN);
        metadata.snooze(ONE, null, ADMIN);
        var woken = metadata.wake(ONE, ADMIN);
        assertThat(woken.entries())
                .singleElement()
                .satisfies(entry -> assertThat(entry.event()).isEqualTo(new Woken(ONE, new Snooze(null))));
        assertThat(metadata.organisation().marks(ONE)).isEqualTo(Marks.NONE);
        metadata.undo(3, false, ADMIN);
        assertThat(metadata.organisation().marks(ONE).snooze()).isEqualTo(new Snooze(null));
        metadata.undo(2, true, ADMIN);
        assertThat(metadata.organisation().marks(ONE).snooze()).isEqualTo(new Snooze(LATER));
        metadata.undo(1, true, ADMIN);
        assertThat(metadata.organisation().marks(ONE)).isEqualTo(Marks.NONE);
    }

    @Test
    void a_snooze_that_changes_nothing_appends_nothing() {
        metadata.snooze(ONE, LATER, ADMIN);
        assertThat(metadata.snooze(ONE, LATER, ADMIN).isNothing()).isTrue();
        assertThat(metadata.wake(TWO, ADMIN).isNothing()).isTrue();
        assertThat(metadata.wakeFrom(ONE, new Snooze(null), ADMIN).isNothing()).isTrue();
        assertThat(metadata.wakeFrom(ONE, new Snooze(LATER), ADMIN).isNothing()).isFalse();
    }

    @Test
    void the_time_of_a_snooze_is_ahead_and_not_out_of_sight() {
        assertThatThrownBy(() -> metadata.snooze(ONE, NOW, ADMIN))
                .isInstanceOf(InvalidChangeException.class)
                .hasMessageContaining("choose a later one");
        assertThatThrownBy(() -> metadata.snooze(ONE, Instant.MAX, ADMIN))
                .isInstanceOf(InvalidChangeException.class)
                .hasMessageContaining("five years at most");
        metadata.snooze(ONE, NOW.plusMillis(1), ADMIN);
        metadata.snooze(ONE, NOW.plus(Duration.ofDays(5 * 365)), ADMIN);
    }

    @Test
    void a_snooze_of_a_placeholder_belongs_to_its_session() {
        metadata.snooze(STAND_IN, LATER, ADMIN);
        metadata.adopt(STAND_IN, TWO, Actor.SYSTEM);
        assertThat(metadata.organisation().marks(TWO).snooze()).isEqualTo(new Snooze(LATER));
    }

    @Test
    void a_hand_over_links_both_sessions_and_one_undo_takes_both_links_away() {
        var linked = metadata.handOver(ONE, TWO, ADMIN);
        assertThat(linked.entries())
                .extracting(Entry::batch)
                .doesNotContainNull()
                .hasSize(2);
        assertThat(metadata.organisation().marks(ONE).handedTo()).isEqualTo(TWO);
        assertThat(metadata.organisation().marks(TWO).handedFrom()).isEqualTo(ONE);
        assertThat(metadata.handOver(ONE, TWO, ADMIN).isNothing()).isTrue();
        metadata.undoBatch(Objects.requireNonNull(linked.entries().getFirst().batch()), false, ADMIN);
        assertThat(metadata.organisation().marks(ONE)).isEqualTo(Marks.NONE);
        assertThat(metadata.organisation().marks(TWO)).isEqualTo(Marks.NONE);
    }

    @Test
    void a_link_to_a_placeholder_follows_its_adoption_from_both_ends() {
        var linked = metadata.handOver(ONE, STAND_IN, ADMIN);
        metadata.adopt(STAND_IN, TWO, Actor.SYSTEM);
        assertThat(metadata.organisation().marks(ONE).handedTo()).isEqualTo(TWO);
        assertThat(metadata.organisation().marks(TWO).handedFrom()).isEqualTo(ONE);
        metadata.undoBatch(Objects.requireNonNull(linked.entries().getFirst().batch()), false, ADMIN);
        assertThat(metadata.organisation().marks(TWO)).isEqualTo(Marks.NONE);
    }

    @Test
    void a_link_that_is_made_after_the_adoption_leads_to_the_real_session() {
        metadata.adopt(STAND_IN, TWO, Actor.SYSTEM);
        metadata.handOver(ONE, STAND_IN, ADMIN);
        assertThat(metadata.organisation().marks(ONE).handedTo()).isEqualTo(TWO);
        assertThat(metadata.organisation().marks(TWO).handedFrom()).isEqualTo(ONE);
    }

    @Test
    void handed_over_again_a_session_leads_to_the_newest_and_each_of_them_back() {
        metadata.handOver(ONE, STAND_IN, ADMIN);
        metadata.handOver(ONE, TWO, ADMIN);
        assertThat(metadata.organisation().marks(ONE).handedTo()).isEqualTo(TWO);
        assertThat(metadata.organisation().marks(STAND_IN).handedFrom()).isEqualTo(ONE);
        metadata.undo(3, false, ADMIN);
        assertThat(metadata.organisation().marks(ONE).handedTo()).isEqualTo(STAND_IN);
    }

    @Test
    void a_session_is_not_handed_over_to_itself() {
        assertThatThrownBy(() -> metadata.handOver(ONE, ONE, ADMIN)).isInstanceOf(InvalidChangeException.class);
    }

    @Test
    void a_session_goes_on_at_the_time_that_was_set_last() {
        metadata.continueAt(ONE, LATER, " go\u001b[2J on\r\n", ADMIN);
        assertThat(metadata.organisation().marks(ONE).continuing()).isEqualTo(new Continuing(LATER, "go on"));
        assertThat(metadata.continueAt(ONE, LATER, "go on", ADMIN).isNothing()).isTrue();
        metadata.continueAt(ONE, LATER.plusSeconds(60), "go on", ADMIN);
        metadata.undo(2, false, ADMIN);
        assertThat(metadata.organisation().marks(ONE).continuing()).isEqualTo(new Continuing(LATER, "go on"));
        metadata.cancelContinuing(ONE, ADMIN);
        assertThat(metadata.organisation().marks(ONE)).isEqualTo(Marks.NONE);
        assertThat(metadata.cancelContinuing(ONE, ADMIN).isNothing()).isTrue();
    }

    @Test
    void what_became_of_it_takes_that_time_away_and_no_other_and_cannot_be_undone() {
        var plan = new Continuing(LATER, "go on");
        metadata.continueAt(ONE, LATER, "go on", ADMIN);
        metadata.endContinuing(ONE, plan, ContinueResult.SENT, null);
        assertThat(metadata.organisation().marks(ONE).continuing()).isNull();
        assertThat(metadata.endContinuing(ONE, plan, ContinueResult.SENT, null).isNothing())
                .isTrue();
        assertThatThrownBy(() -> metadata.undo(2, true, ADMIN)).isInstanceOf(InvalidChangeException.class);
        metadata.continueAt(ONE, LATER.plusSeconds(60), "go on", ADMIN);
        metadata.failContinuing(ONE, plan, ContinueResult.QUESTION);
        assertThat(metadata.organisation().marks(ONE).continuing())
                .isEqualTo(new Continuing(LATER.plusSeconds(60), "go on"));
    }

    @Test
    void a_time_to_go_on_follows_the_adoption() {
        metadata.continueAt(STAND_IN, LATER, "go on", ADMIN);
        metadata.adopt(STAND_IN, TWO, Actor.SYSTEM);
        assertThat(metadata.organisation().marks(TWO).continuing()).isEqualTo(new Continuing(LATER, "go on"));
    }

    @Test
    void a_file_neither_sets_nor_cancels_a_time_to_go_on() {
        metadata.continueAt(ONE, LATER, "go on", ADMIN);
        var present = metadata.organisation();
        var other = Marks.NONE.titled("by hand");
        metadata.importDifference(
                present,
                Organisation.of(
                        1,
                        Instant.EPOCH,
                        Map.of(ONE, other, TWO, other.continuing(new Continuing(LATER, "rm"))),
                        Map.of(),
                        List.of(),
                        present.settings(),
                        present.prefs()),
                ADMIN);
        assertThat(metadata.organisation().marks(ONE)).isEqualTo(other.continuing(new Continuing(LATER, "go on")));
        assertThat(metadata.organisation().marks(TWO)).isEqualTo(other);
    }

    @Test
    void an_empty_title_gives_the_session_its_own_title_back() {
        metadata.rename(ONE, "title", ADMIN);
        metadata.rename(ONE, "", ADMIN);
        assertThat(metadata.organisation().marks(ONE)).isEqualTo(Marks.NONE);
    }

    @Test
    void names_that_people_give_lose_what_turns_the_order_of_writing() {
        metadata.rename(ONE, "\u202efdp.\u2066exe\u2028", ADMIN);
        assertThat(metadata.organisation().marks(ONE).title()).isEqualTo("fdp.exe");
        var project = metadata.createProject("shop\u202e\u009b2J", null, List.of(), ADMIN);
        assertThat(project.name()).isEqualTo("shop2J");
    }

    @Test
    void a_title_loses_its_control_characters_and_may_not_be_longer_than_two_hundred() {
        metadata.rename(ONE, "a\u001b[31mb\r\nc", ADMIN);
        assertThat(metadata.organisation().marks(ONE).title()).isEqualTo("a[31mbc");
        assertThatThrownBy(() -> metadata.rename(ONE, "x".repeat(201), ADMIN))
                .isInstanceOf(InvalidChangeException.class)
                .hasMessageContaining("200");
    }

    @Test
    void a_bulk_change_is_one_event_for_each_session_with_one_batch_id() {
        var entries = metadata.archive(List.of(ONE, TWO), ADMIN).entries();
        assertThat(entries).hasSize(2);
        assertThat(entries.getFirst().batch())
                .isNotNull()
                .isEqualTo(entries.getLast().batch());
    }

    @Test
    void a_title_given_to_a_placeholder_follows_the_session_when_its_real_id_is_adopted() {
        metadata.rename(STAND_IN, "mine", ADMIN);
        metadata.favourite(STAND_IN, ADMIN);
        metadata.adopt(STAND_IN, TWO, Actor.SYSTEM);
        assertThat(metadata.organisation().marks(TWO)).isEqualTo(new Marks("mine", true, null, null, null));
        metadata.rename(STAND_IN, "still mine", ADMIN);
        assertThat(metadata.organisation().marks(TWO).title()).isEqualTo("still mine");
        assertThat(metadata.organisation().resolve(STAND_IN)).isEqualTo(TWO);
        assertThat(metadata.organisation().marked()).containsOnlyKeys(TWO);
        assertThat(metadata.adopt(STAND_IN, TWO, Actor.SYSTEM).isNothing()).isTrue();
    }

    @Test
    void a_project_name_is_taken_whatever_its_case() {
        var blue = metadata.createProject("Blue", null, List.of("/a"), ADMIN);
        assertThatThrownBy(() -> metadata.createProject("blue ", null, List.of(), ADMIN))
                .isInstanceOf(ConflictingChangeException.class);
        metadata.changeProject(blue.id(), new ProjectChange("BLUE", "#A0B0C0", null, true), ADMIN);
        assertThat(metadata.organisation().project(blue.id()))
                .contains(new Project(blue.id(), "BLUE", "#a0b0c0", List.of("/a"), true));
    }

    @Test
    void a_deleted_project_lets_go_of_its_sessions_in_the_same_batch_and_undoing_brings_all_back() {
        var project = metadata.createProject("p", null, List.of(), ADMIN);
        metadata.assign(ONE, project.id(), ADMIN);
        metadata.assign(TWO, project.id(), ADMIN);
        var before = metadata.organisation();
        var entries = metadata.deleteProject(project.id(), ADMIN).entries();
        assertThat(metadata.organisation().marks(ONE).project()).isNull();
        metadata.undoBatch(java.util.Objects.requireNonNull(entries.getFirst().batch()), false, ADMIN);
        assertThat(metadata.organisation().holdsTheSameAs(before)).isTrue();
    }

    @Test
    void assigning_to_an_unknown_project_is_refused() {
        assertThatThrownBy(() -> metadata.assign(ONE, new ProjectId("none"), ADMIN))
                .isInstanceOf(InvalidChangeException.class);
    }

    @Test
    void settings_merge_and_a_secret_is_never_journaled() {
        var json = JsonNodeFactory.instance;
        metadata.changeSettings(
                json.objectNode().set("ai_review", json.objectNode().put("model", "m")), ADMIN);
        metadata.changeSettings(
                json.objectNode().set("ai_review", json.objectNode().put("enabled", true)), ADMIN);
        assertThat(metadata.organisation().setting("ai_review.model").textValue())
                .isEqualTo("m");
        assertThatThrownBy(() -> metadata.changeSettings(
                        json.objectNode().set("ai_review", json.objectNode().put("api_key", "k")), ADMIN))
                .isInstanceOf(InvalidChangeException.class);
        metadata.undo(2, false, ADMIN);
        assertThat(metadata.organisation().setting("ai_review.enabled").isMissingNode())
                .isTrue();
    }

    @Test
    void undoing_restores_exactly_and_can_itself_be_undone() {
        metadata.rename(ONE, "a", ADMIN);
        metadata.rename(ONE, "b", ADMIN);
        metadata.undo(2, false, ADMIN);
        assertThat(metadata.organisation().marks(ONE).title()).isEqualTo("a");
        assertThatThrownBy(() -> metadata.undo(2, false, ADMIN)).hasMessageContaining("already undone by change 3");
        metadata.undo(3, false, ADMIN);
        assertThat(metadata.organisation().marks(ONE).title()).isEqualTo("b");
        metadata.undo(2, false, ADMIN);
        assertThat(metadata.organisation().marks(ONE).title()).isEqualTo("a");
    }

    @Test
    void undoing_says_which_later_change_is_in_the_way_and_does_it_when_forced() {
        metadata.rename(ONE, "a", ADMIN);
        metadata.favourite(ONE, ADMIN);
        metadata.rename(ONE, "b", ADMIN);
        metadata.rename(ONE, "a", ADMIN);
        assertThatThrownBy(() -> metadata.undo(1, false, ADMIN))
                .isInstanceOf(ConflictingChangeException.class)
                .hasMessageContaining("change 4");
        metadata.undo(1, true, ADMIN);
        assertThat(metadata.organisation().marks(ONE)).isEqualTo(new Marks(null, true, null, null, null));
    }

    @Test
    void undoing_a_batch_minds_later_changes_of_each_of_its_sessions_but_none_that_were_taken_back() {
        var three = new SessionId(EngineKey.KIMI, "three");
        var archived = metadata.archive(List.of(ONE, TWO), ADMIN).entries();
        var batch = java.util.Objects.requireNonNull(archived.getFirst().batch());
        metadata.archive(List.of(three), ADMIN);
        metadata.unarchive(List.of(TWO), ADMIN);
        assertThatThrownBy(() -> metadata.undoBatch(batch, false, ADMIN))
                .isInstanceOf(ConflictingChangeException.class)
                .hasMessageContaining("change 4 came later");
        metadata.undo(4, false, ADMIN);
        metadata.undoBatch(batch, false, ADMIN);
        assertThat(metadata.organisation().marked().keySet()).containsExactly(three);
        assertThatThrownBy(() -> metadata.undoBatch(batch, true, ADMIN)).hasMessageContaining("already undone");
    }

    @Test
    void undoing_an_archiving_lets_the_programs_own_flag_hold_again() {
        metadata.archive(List.of(ONE), ADMIN);
        metadata.undo(1, false, ADMIN);
        assertThat(metadata.organisation().marks(ONE).archived()).isNull();
    }

    @Test
    void undoing_what_does_not_exist_or_cannot_be_undone_is_refused() {
        metadata.security(SecurityEvent.of(SecurityEvent.Kind.LOGGED_IN), ADMIN);
        assertThatThrownBy(() -> metadata.undo(2, false, ADMIN)).isInstanceOf(NotFoundException.class);
        assertThatThrownBy(() -> metadata.undo(1, false, ADMIN)).isInstanceOf(InvalidChangeException.class);
    }

    @Test
    void a_listener_hears_a_change_when_it_is_visible_and_before_its_command_returns() {
        var heard = new ArrayList<@org.jspecify.annotations.Nullable String>();
        try (var _ = metadata.subscribe(
                change -> heard.add(metadata.organisation().marks(ONE).title()))) {
            metadata.rename(ONE, "a", ADMIN);
            assertThat(heard).containsExactly("a");
            metadata.rename(ONE, "a", ADMIN);
        }
        metadata.rename(ONE, "b", ADMIN);
        assertThat(heard).containsExactly("a");
    }

    @Test
    void a_listener_that_fails_harms_neither_the_change_nor_the_next_one() {
        metadata.subscribe(_ -> {
            throw new IllegalStateException("listener");
        });
        metadata.rename(ONE, "a", ADMIN);
        metadata.rename(ONE, "b", ADMIN);
        assertThat(journal.head().seq()).isEqualTo(2);
    }
}
