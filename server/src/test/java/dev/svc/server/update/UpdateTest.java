package dev.svc.server.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.SmallDisk;
import dev.svc.server.update.UpdateStatus.State;
import dev.svc.server.update.release.Channel;
import dev.svc.server.update.release.Release;
import dev.svc.server.update.release.UpdateException;
import dev.svc.shared.control.HomeLock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Updates of a small product from a repository on this disk.
class UpdateTest {
    @TempDir
    private Path folder;

    private Host host;

    @BeforeEach
    void install() throws IOException {
        host = new Host(folder);
    }

    @AfterEach
    void end() {
        host.close();
    }

    @Test
    void a_newer_tag_is_built_tried_aside_and_runs() throws Exception {
        host.origin.release("v1.1.0", "good");
        var status = host.apply();
        assertThat(status.state()).isEqualTo(State.DONE);
        assertThat(status.fromVersion()).isEqualTo("1.0.0");
        assertThat(host.version()).isEqualTo("1.1.0");
        assertThat(host.running()).isEqualTo("1.1.0");
        assertThat(host.said).contains("building", "trying it aside", "restarting the service", "1.1.0 runs");
        assertThat(UpdateLog.tail(host.paths.log())).contains("building").contains("1.1.0 runs");
    }

    /// The build goes on only when its line was heard.
    @Test
    void each_line_of_a_build_is_said_as_it_comes() throws Exception {
        host.origin.release("v1.1.0", "waiting");
        var status = host.update(line -> {
                    if (line.equals("svc: 2 of 6: building the page")) {
                        touch(host.home.resolve("releases/seen"));
                    }
                })
                .apply(host.wishes(Channel.STABLE));
        assertThat(status.state()).isEqualTo(State.DONE);
        assertThat(UpdateLog.tail(host.paths.log())).contains("2 of 6: building the page");
    }

    private static void touch(Path file) {
        try {
            Files.createFile(file);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Test
    void what_came_back_is_offered_again_with_the_reason_and_forgotten_once_it_is_kept() throws Exception {
        host.origin.release("v1.1.0", "dies-at-home");
        assertThat(host.apply().state()).isEqualTo(State.RETURNED);
        var found = host.updates().check();
        assertThat(found.newer()).isTrue();
        assertThat(found.notes()).contains("1.1.0 was not healthy (it ended (code 1)), so 1.0.0 runs again.");
        host.origin.release("v1.2.0", "good");
        assertThat(host.apply().state()).isEqualTo(State.DONE);
        assertThat(Files.readString(host.paths.refused())).contains("\t1.1.0\t").doesNotContain("1.2.0\t");
    }

    @Test
    void what_is_not_fit_to_run_is_remembered_and_what_could_not_be_tried_is_not() throws Exception {
        host.origin.release("v1.1.0", "dies");
        assertThat(host.apply().state()).isEqualTo(State.FAILED);
        assertThat(host.updates().check().notes()).contains("it ended at once: svc: it is broken");
    }

    @Test
    void the_installer_tries_a_release_as_an_update_does() throws Exception {
        host.origin.release("v1.1.0", "good");
        assertThat(host.apply().state()).isEqualTo(State.DONE);
        var good = host.releases.current().orElseThrow();
        host.update().tryAside(good.folder());
        Files.writeString(good.source().resolve("behaviour"), "dies");
        assertThatThrownBy(() -> host.update().tryAside(good.folder()))
                .isInstanceOf(UnfitException.class)
                .hasMessageContaining("it ended at once: svc: it is broken");
        assertThatThrownBy(() -> host.update().tryAside(host.home.resolve("nothing")))
                .hasMessageContaining("is no release");
        assertThat(host.paths.trial()).doesNotExist();
    }

    private static final String FETCH = """
            #!/bin/sh
            case $1 in
                /none) mkdir -p "$5/fetched"; exit 4 ;;
                /foreign) echo "svc: $2 of $1 is not taken: a stranger signed it." >&2; exit 1 ;;
            esac
            echo "svc: fetching $2 of $1 for $4" >&2
            sh "$(dirname "$0")/build-release.sh" "$SVC_REPO" "$3" "$5"
            """;

    private void installed_with_fetching() throws Exception {
        host.origin.executable("installer/fetch-release.sh", FETCH);
        host.origin.release("v1.1.0", "good");
        assertThat(host.apply().state()).isEqualTo(State.DONE);
        host.said.clear();
    }

    @Test
    void what_was_made_ready_is_fetched_and_not_built() throws Exception {
        installed_with_fetching();
        host.origin.release("v1.2.0", "good");
        host.ready = "/ready";
        assertThat(host.apply().state()).isEqualTo(State.DONE);
        assertThat(host.running()).isEqualTo("1.2.0");
        assertThat(host.said)
                .contains("svc: fetching v1.2.0 of /ready for " + host.home.resolve("trust/allowed_signers"));
    }

    @Test
    void what_nobody_made_ready_is_built() throws Exception {
        installed_with_fetching();
        host.origin.release("v1.2.0", "good");
        host.ready = "/none";
        assertThat(host.apply().state()).isEqualTo(State.DONE);
        assertThat(host.running()).isEqualTo("1.2.0");
    }

    @Test
    void what_is_not_what_it_should_be_changes_nothing() throws Exception {
        installed_with_fetching();
        host.origin.release("v1.2.0", "good");
        host.ready = "/foreign";
        var status = host.apply();
        assertThat(status.state()).isEqualTo(State.FAILED);
        assertThat(status.reason()).isEqualTo("v1.2.0 of /foreign is not taken: a stranger signed it.");
        assertThat(host.running()).isEqualTo("1.1.0");
    }

    @Test
    void what_is_installed_already_is_not_installed_again() {
        assertThat(host.apply().reason()).isEqualTo("This is the newest.");
    }

    @Test
    void the_highest_version_counts_and_not_the_last_letter() throws Exception {
        host.origin.release("v1.9.0", "good");
        host.origin.release("v1.10.0", "good");
        assertThat(host.apply().target()).isEqualTo("1.10.0");
    }

    @Test
    void a_tag_without_the_letter_is_a_version_too() throws Exception {
        host.origin.release("v1.9.0", "good");
        host.origin.release("1.10.0", "good");
        assertThat(host.apply().state()).isEqualTo(State.DONE);
        assertThat(host.running()).isEqualTo("1.10.0");
        host.origin.release("v1.11.0", "good");
        assertThat(host.apply().state()).isEqualTo(State.DONE);
        assertThat(host.running()).isEqualTo("1.11.0");
    }

    @Test
    void an_older_tag_is_never_installed() throws Exception {
        host.origin.release("v2.0.0", "good");
        assertThat(host.apply().state()).isEqualTo(State.DONE);
        host.origin.git("push", "--quiet", "--delete", "origin", "v2.0.0");
        var status = host.apply();
        assertThat(status.state()).isEqualTo(State.FAILED);
        assertThat(status.reason()).contains("offers 1.0.0, which is older than the installed 2.0.0");
        assertThat(host.running()).isEqualTo("2.0.0");
    }

    @Test
    void a_tag_that_moved_since_it_was_seen_is_not_installed() throws Exception {
        host.origin.release("v1.1.0", "unbuildable");
        assertThat(host.apply().reason()).contains("its sources do not compile");
        host.origin.release("v1.1.0", "good");
        assertThat(host.apply().reason())
                .contains("The tag v1.1.0 named")
                .contains("a release does not change")
                .contains("tags.json");
        assertThat(host.version()).isEqualTo("1.0.0");
    }

    @Test
    void the_tag_of_the_installed_release_may_not_move_either() throws Exception {
        host.origin.release("v1.0.0", "good");
        assertThat(host.apply().reason()).contains("1.0.0 was built from").contains("does not change");
    }

    @Test
    void two_tags_of_one_version_are_no_release() throws Exception {
        host.origin.release("v1.1.0", "good");
        host.origin.release("1.1.0", "good");
        assertThat(host.apply().reason()).contains("two releases of one version");
    }

    @Test
    void the_channel_main_follows_the_branch_and_stable_waits_for_a_tag_that_goes_on_from_it() throws Exception {
        host.origin.commit("good");
        host.origin.push();
        assertThat(host.apply(Channel.MAIN).state()).isEqualTo(State.DONE);
        assertThat(host.version()).startsWith("0.0.0-dev+");
        assertThat(host.apply(Channel.STABLE).reason()).contains("older than the installed 0.0.0-dev");
        host.origin.release("v1.1.0", "good");
        assertThat(host.apply(Channel.STABLE).state()).isEqualTo(State.DONE);
        assertThat(host.version()).isEqualTo("1.1.0");
    }

    @Test
    void a_rewritten_branch_is_not_followed() throws Exception {
        host.origin.git("checkout", "--quiet", "--orphan", "other");
        host.origin.commit("good");
        host.origin.git(
                "commit", "--amend", "--quiet", "-m", "Another beginning"); // else it is the same within a second
        host.origin.git("branch", "-M", "main");
        host.origin.push();
        var status = host.apply(Channel.MAIN);
        assertThat(status.reason())
                .contains("The branch main was rewritten: it no longer contains the installed 1.0.0");
        assertThat(host.version()).isEqualTo("1.0.0");
    }

    @Test
    void a_release_that_does_not_start_aside_changes_nothing() throws Exception {
        host.origin.release("v1.1.0", "dies");
        var status = host.apply();
        assertThat(status.state()).isEqualTo(State.FAILED);
        assertThat(status.reason())
                .contains("it ended at once: svc: it is broken")
                .contains("Nothing was changed");
        assertThat(host.running()).isEqualTo("1.0.0");
        assertThat(host.releases.all()).hasSize(1);
    }

    @Test
    void a_release_that_reads_the_journal_otherwise_changes_nothing() throws Exception {
        host.origin.release("v1.1.0", "good");
        host.difference = Optional.of("the titles differ");
        assertThat(host.apply().reason())
                .contains("reads the journal otherwise")
                .contains("the titles differ");
        assertThat(host.running()).isEqualTo("1.0.0");
    }

    @Test
    void a_release_that_is_not_healthy_at_home_gives_way_to_the_former_one_by_itself() throws Exception {
        host.origin.release("v1.1.0", "dies-at-home");
        host.timeouts = Host.HURRIED;
        var status = host.apply();
        assertThat(status.state()).isEqualTo(State.RETURNED);
        assertThat(status.reason()).isEqualTo("1.1.0 was not healthy (it ended (code 1)), so 1.0.0 runs again.");
        assertThat(host.running()).isEqualTo("1.0.0");
        assertThat(host.releases.all()).hasSize(1);
        assertThat(UpdateLog.tail(host.paths.log())).contains("it ended (code 1)");
    }

    @Test
    void a_release_that_lost_a_terminal_gives_way_unless_the_program_came_to_its_own_end() throws Exception {
        host.living.addAll(List.of("aa", "bb"));
        Files.writeString(host.home.resolve("held"), "aa");
        host.origin.release("v1.1.0", "good");
        host.timeouts = Host.HURRIED;
        assertThat(host.apply().reason()).contains("1 of 2 terminals are not held any more");
        host.timeouts = Host.PATIENT;
        host.ended.add("bb");
        assertThat(host.apply().state()).isEqualTo(State.DONE);
    }

    @Test
    void a_build_that_fails_says_why_and_leaves_nothing() throws Exception {
        host.origin.release("v1.1.0", "unbuildable");
        var status = host.apply();
        assertThat(status.state()).isEqualTo(State.FAILED);
        assertThat(status.reason()).contains("its sources do not compile");
        assertThat(status.step()).isEqualTo(Step.BUILD);
        try (var left = Files.list(host.home.resolve("releases"))) {
            assertThat(left.filter(Files::isDirectory)).hasSize(1);
        }
    }

    @Test
    void a_disk_that_fills_up_while_building_is_said_and_has_room_again_afterwards() throws Exception {
        var disk = Files.createDirectories(folder.resolve("small"));
        try (var _ = SmallDisk.over(disk, 8);
                var small = new Host(disk)) {
            small.origin.release("v1.1.0", "filling");
            var status = small.apply();
            assertThat(status.state()).isEqualTo(State.FAILED);
            assertThat(status.reason()).contains("No space left on device").contains("nothing was installed");
            assertThat(small.running()).isEqualTo("1.0.0");
            assertThat(small.releases.all()).hasSize(1);
            small.origin.release("v1.2.0", "good");
            assertThat(small.apply().state()).isEqualTo(State.DONE);
            assertThat(small.running()).isEqualTo("1.2.0");
        }
    }

    @Test
    void the_build_inherits_no_pin_and_nothing_that_steers_git() throws Exception {
        host.surroundings.putAll(Map.of("SVC_REF", "v0.9.0", "SVC_PASSWORD_HASH", "x", "GIT_DIR", "/nowhere"));
        host.origin.release("v1.1.0", "good");
        assertThat(host.apply().state()).isEqualTo(State.DONE);
        var built = host.releases.current().orElseThrow();
        assertThat(Files.readString(Path.of(built.folder() + ".environment")))
                .contains("SVC_CHANNEL=stable")
                .doesNotContain("SVC_REF", "SVC_PASSWORD_HASH", "GIT_DIR=");
    }

    @Test
    void going_back_leads_to_the_release_before_and_back_again() throws Exception {
        host.origin.release("v1.1.0", "good");
        host.apply();
        var status = host.update().rollBack();
        assertThat(status.state()).isEqualTo(State.DONE);
        assertThat(host.running()).isEqualTo("1.0.0");
        assertThat(host.releases.all()).hasSize(2);
        assertThat(host.update().rollBack().reason()).contains("There is no release before 1.0.0");
        assertThat(host.apply().state()).isEqualTo(State.DONE);
        assertThat(host.running()).isEqualTo("1.1.0");
    }

    @Test
    void going_back_to_a_release_that_is_broken_leads_nowhere() throws Exception {
        host.origin.release("v1.1.0", "good");
        host.apply();
        Files.writeString(host.releases.former().orElseThrow().source().resolve("behaviour"), "dies-at-home");
        host.timeouts = Host.HURRIED;
        assertThat(host.update().rollBack().state()).isEqualTo(State.RETURNED);
        assertThat(host.running()).isEqualTo("1.1.0");
        assertThat(host.releases.all()).hasSize(2);
    }

    @Test
    void three_releases_stay() throws Exception {
        for (int i = 1; i <= 4; i++) {
            host.origin.release("v1." + i + ".0", "good");
            assertThat(host.apply().state()).isEqualTo(State.DONE);
        }
        assertThat(host.releases.all()).extracting(Release::version).containsExactly("1.4.0", "1.3.0", "1.2.0");
    }

    @Test
    void a_service_that_does_not_run_is_not_started() throws Exception {
        host.stop();
        host.origin.release("v1.1.0", "good");
        assertThat(host.apply().state()).isEqualTo(State.DONE);
        assertThat(host.version()).isEqualTo("1.1.0");
        assertThat(host.restart.isUp()).isFalse();
    }

    @Test
    void of_two_at_once_the_second_says_who_is_first() throws Exception {
        host.origin.release("v1.1.0", "good");
        try (var _ = HomeLock.tryTake(host.paths.lock()).orElseThrow()) {
            assertThatThrownBy(host::apply)
                    .isInstanceOf(UpdateException.class)
                    .hasMessageContaining("running already")
                    .hasMessageContaining("pid=" + ProcessHandle.current().pid());
        }
        assertThat(host.apply().state()).isEqualTo(State.DONE);
    }

    @Test
    void a_home_that_cannot_be_written_is_a_sentence() throws Exception {
        host.origin.release("v1.1.0", "good");
        Files.createFile(host.paths.folder());
        assertThatThrownBy(host::apply)
                .isInstanceOf(UpdateException.class)
                .hasMessageContaining("mend the permissions of the home");
        assertThat(host.running()).isEqualTo("1.0.0");
    }

    @Test
    void a_repository_that_is_not_there_is_a_sentence() throws Exception {
        Files.move(host.origin.address(), folder.resolve("elsewhere"));
        assertThat(host.apply().reason()).contains("cannot be asked").contains("look at SVC_REPO and the network");
    }

    @Test
    void status_log_and_lock_are_for_the_owner_alone() throws Exception {
        host.origin.release("v1.1.0", "good");
        host.apply();
        for (Path file : List.of(host.paths.status(), host.paths.log(), host.paths.lock(), host.paths.tags())) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .as("%s", file)
                    .isEqualTo("rw-------");
        }
    }

    /// An Error, because code that handles failures must not clean up after a death.
    private static final class Death extends Error {
        private static final long serialVersionUID = 1;
    }

    @ParameterizedTest
    @EnumSource(value = Step.class)
    void a_death_at_any_step_leaves_a_version_that_works_and_the_next_run_finishes_or_cleans_up(Step step)
            throws Exception {
        host.origin.release("v1.1.0", step == Step.RETURN ? "dies-at-home" : "good");
        host.timeouts = step == Step.RETURN ? Host.HURRIED : Host.PATIENT;
        var dying = host.update(sentence -> {
            if (sentence.startsWith(step.doing())) {
                throw new Death();
            }
        });
        assertThatThrownBy(() -> dying.apply(host.wishes(Channel.STABLE))).isInstanceOf(Death.class);
        assertThat(host.state()).isEqualTo(State.RUNNING);
        assertThat(host.releases.current()).isPresent();

        var settled = host.update().settle();
        boolean flipped = step.compareTo(Step.FLIP) > 0 && step != Step.RETURN;
        assertThat(settled.state())
                .isEqualTo(flipped ? State.DONE : step == Step.RETURN ? State.RETURNED : State.FAILED);
        assertThat(host.running()).isEqualTo(flipped ? "1.1.0" : "1.0.0");
        assertThat(host.paths.trial()).doesNotExist();
        assertThat(host.releases.all()).hasSize(flipped ? 2 : 1);
    }

    @Test
    void the_next_update_settles_the_interrupted_one_first() throws Exception {
        host.origin.release("v1.1.0", "good");
        var dying = host.update(sentence -> {
            if (sentence.equals(Step.BUILD.doing())) {
                throw new Death();
            }
        });
        assertThatThrownBy(() -> dying.apply(host.wishes(Channel.STABLE))).isInstanceOf(Death.class);
        assertThat(host.apply().state()).isEqualTo(State.DONE);
        assertThat(host.running()).isEqualTo("1.1.0");
    }
}
