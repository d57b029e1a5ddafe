package dev.svc.server.update.release;

/// What a channel offers now.
///
/// @param ref the full name of the tag or branch
/// @param object what the ref names: for a signed tag the tag itself
/// @param commit what would be built
/// @param version of a tag; else `main+` and the first twelve letters of the commit
public record Candidate(String ref, String object, String commit, String version) {
    private static final String TAGS = "refs/tags/";
    private static final String BRANCH = "main+"; // how many commits it is away from a release is not known yet

    static Candidate tag(String tag, String object, String commit, Version version) {
        return new Candidate(TAGS + tag, object, commit, version.toString());
    }

    static Candidate main(String commit) {
        return new Candidate(Remote.MAIN, commit, commit, BRANCH + commit.substring(0, 12));
    }

    public boolean isTag() {
        return ref.startsWith(TAGS);
    }

    public String shortRef() {
        return ref.substring(ref.lastIndexOf('/') + 1);
    }

    /// Whether what a channel offered is what was built under this version, `X.Y.Z+n.commit` for a commit of main.
    public static boolean isSame(String offered, String version) {
        return offered.equals(version)
                || (offered.startsWith(BRANCH) && version.endsWith(offered.substring(BRANCH.length())));
    }
}
