package dev.svc.server.update.release;

import dev.svc.shared.file.WholeFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// A bare copy of the repository, kept between updates, in which a candidate is judged before anything of it is laid
/// out.
public final class SourceCopy {
    private static final Duration QUICK = Duration.ofSeconds(30);

    private final Git git;
    private final Path folder;
    private final Duration patience;

    /// @param patience what a fetch may take
    public SourceCopy(Git git, Path folder, Duration patience) {
        this.git = git;
        this.folder = folder;
        this.patience = patience;
    }

    public Path folder() {
        return folder;
    }

    /// Fetches the candidate into the copy.
    ///
    /// @throws UpdateException when the candidate is not available, or changed since it was checked
    public void fetch(ReleaseSource source, Candidate candidate) {
        prepare();
        String to = "+" + candidate.ref() + ":refs/svc/candidate";
        var fetched = git.run(patience, here("fetch", "--quiet", "--no-tags", "--", source.address(), to));
        if (!fetched.inTime()) {
            throw new UpdateException("%s could not be fetched within %d seconds: nothing was installed; try again."
                    .formatted(source, patience.toSeconds()));
        }
        if (!fetched.succeeded()) {
            throw new UpdateException(
                    "%s of %s could not be fetched (%s): look at the network and the disk, and try again."
                            .formatted(candidate.shortRef(), source, fetched.complaint()));
        }
        if (!says(candidate.object(), "refs/svc/candidate")
                || !says(candidate.commit(), "refs/svc/candidate^{commit}")) {
            throw new UpdateException("%s changed while it was fetched: try again.".formatted(candidate.shortRef()));
        }
    }

    /// Whether the second is the first or was made after it; false where the first is not known here.
    boolean leads(String first, String second) {
        return git.run(QUICK, here("merge-base", "--is-ancestor", first, second))
                .succeeded();
    }

    private boolean says(String object, String name) {
        var answer = git.run(QUICK, here("rev-parse", "--verify", "--quiet", name));
        return answer.succeeded() && answer.out().strip().equals(object);
    }

    private void prepare() {
        if (Files.isDirectory(folder)
                && git.run(QUICK, here("rev-parse", "--git-dir")).succeeded()) {
            return;
        }
        try {
            WholeFolder.remove(folder);
        } catch (IOException notRemoved) {
            throw new UpdateException(
                    "%s cannot be removed (%s): mend its permissions.".formatted(folder, notRemoved.getMessage()));
        }
        var made = git.run(QUICK, List.of("init", "--quiet", "--bare", "--template=", folder.toString()));
        if (!made.succeeded()) {
            throw new UpdateException("%s cannot be made (%s): mend the permissions of the home or make room."
                    .formatted(folder, made.complaint()));
        }
    }

    private List<String> here(String... words) {
        var all = new ArrayList<>(List.of("--git-dir=" + folder));
        all.addAll(List.of(words));
        return all;
    }
}
