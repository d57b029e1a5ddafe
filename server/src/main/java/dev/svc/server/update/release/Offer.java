package dev.svc.server.update.release;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Looks at a channel and decides whether what it offers may follow what is installed.
public final class Offer {
    private static final Duration QUICK = Duration.ofSeconds(20);

    private final Git git;
    private final KnownTags known;

    public Offer(Git git, KnownTags known) {
        this.git = git;
        this.known = known;
    }

    /// What there is, and why it is not taken where it is not.
    ///
    /// @param notes the sentence to `offered`; empty where it may be taken
    public record Answer(Candidate candidate, Offered offered, String notes) {
        /// Empty where it may be taken.
        public Optional<String> objection() {
            return offered == Offered.NEWER ? Optional.empty() : Optional.of(notes);
        }
    }

    /// Looks for a release that is newer than the installed one.
    ///
    /// @throws UpdateException where that cannot be found out
    public Answer look(Release installed, ReleaseSource source, Channel channel) {
        var remote = new Remote(git, source);
        var candidate = remote.newest(channel).orElseThrow(() -> new UpdateException(nothing(source, channel)));
        if (candidate.isTag()) {
            var moved = known.objection(source, candidate);
            known.remember(source, List.of(candidate));
            if (moved.isPresent()) {
                return new Answer(candidate, Offered.REFUSED, moved.get());
            }
        }
        return judged(installed, candidate);
    }

    private static String nothing(ReleaseSource source, Channel channel) {
        return switch (channel) {
            case STABLE ->
                "%s has no release yet (a tag such as v1.0.0): follow the channel main, or wait for one."
                        .formatted(source);
            case MAIN -> "%s has no branch main: follow the channel stable.".formatted(source);
        };
    }

    /// What can be said without fetching it; the rest is said once it is here.
    private Answer judged(Release installed, Candidate candidate) {
        if (candidate.commit().equals(installed.commit())) {
            return new Answer(candidate, Offered.NEWEST, "This is the newest.");
        }
        var mine = Version.find(installed.version());
        var theirs = Version.find(candidate.version());
        if (mine.isPresent() && theirs.isPresent()) {
            if (mine.equals(theirs)) {
                return new Answer(candidate, Offered.REFUSED, moved(installed, candidate));
            }
            return mine.get().compareTo(theirs.get()) < 0
                    ? new Answer(candidate, Offered.NEWER, "")
                    : new Answer(candidate, Offered.OLDER, older(installed, candidate));
        }
        return isKnownAsFormer(installed.source(), candidate)
                ? new Answer(candidate, Offered.OLDER, older(installed, candidate))
                : new Answer(candidate, Offered.NEWER, "");
    }

    private boolean isKnownAsFormer(Path clone, Candidate candidate) {
        var words = List.of("-C", clone.toString(), "merge-base", "--is-ancestor", candidate.commit(), "HEAD");
        return git.run(QUICK, words).succeeded();
    }

    private static String moved(Release installed, Candidate candidate) {
        return "The installed release %s was built from %.12s, and its tag names %.12s now: a release does not change, so nothing is done. If it is meant to be so, run the installer with SVC_REF=%s."
                .formatted(installed.version(), installed.commit(), candidate.commit(), candidate.shortRef());
    }

    private static String older(Release installed, Candidate candidate) {
        return candidate.isTag()
                ? "The channel offers %s, which is older than the installed %s."
                        .formatted(candidate.version(), installed.version())
                : "The branch main was set back to %.12s, which the installed %s contains already."
                        .formatted(candidate.commit(), installed.version());
    }

    /// The last word, with the history at hand.
    public static void requireFollows(SourceCopy copy, Release installed, Candidate candidate) {
        boolean numbered = Version.find(installed.version()).isPresent()
                && Version.find(candidate.version()).isPresent();
        if (!numbered && !copy.leads(installed.commit(), candidate.commit())) {
            throw new UpdateException(
                    candidate.isTag()
                            ? "%s does not go on from the installed %s: it is older, or the history was rewritten. To have it all the same, run the installer with SVC_REF=%s."
                                    .formatted(candidate.version(), installed.version(), candidate.shortRef())
                            : "The branch main was rewritten: it no longer contains the installed %s. To have it all the same, run the installer with SVC_REF=main."
                                    .formatted(installed.version()));
        }
    }
}
