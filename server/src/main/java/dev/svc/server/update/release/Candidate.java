package dev.svc.server.update.release;

/// What a channel offers now.
///
/// @param ref the full name of the tag or branch
/// @param object what the ref names: for a signed tag the tag itself
/// @param commit what would be built
/// @param version of a tag; else a development version
public record Candidate(String ref, String object, String commit, String version) {
    private static final String TAGS = "refs/tags/";

    static Candidate tag(String tag, String object, String commit, Version version) {
        return new Candidate(TAGS + tag, object, commit, version.toString());
    }

    static Candidate main(String commit) {
        return new Candidate(Remote.MAIN, commit, commit, "0.0.0-dev+" + commit.substring(0, 12));
    }

    boolean isTag() {
        return ref.startsWith(TAGS);
    }

    String shortRef() {
        return ref.substring(ref.lastIndexOf('/') + 1);
    }
}
