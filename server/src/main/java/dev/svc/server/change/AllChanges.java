package dev.svc.server.change;

import dev.svc.server.change.fold.ChangedFile;
import dev.svc.server.change.fold.SessionDiff;
import dev.svc.server.change.git.GitChanges;
import dev.svc.server.change.git.GitRefusedException;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.texts.TextWorkers;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// All there is to say of what a session changed: its own diff, and beside it what git says of its folder.
public final class AllChanges {
    private static final Duration DEADLINE = Duration.ofSeconds(10);

    private final SessionChanges sessions;
    private final TextWorkers workers;
    private final String path;
    private final Duration deadline;

    /// @param path the variable PATH, to find git by
    public AllChanges(SessionChanges sessions, TextWorkers workers, String path) {
        this(sessions, workers, path, DEADLINE);
    }

    AllChanges(SessionChanges sessions, TextWorkers workers, String path, Duration deadline) {
        this.sessions = sessions;
        this.workers = workers;
        this.path = path;
        this.deadline = deadline;
    }

    /// What git says.
    ///
    /// @param outside files that differ from HEAD and that the session's log does not name
    record Repository(GitChanges.State state, Set<String> outside) {}

    /// @param cwd of the session; empty where that is not known
    record Told(
            ChangeScope scope,
            String cwd,
            SessionDiff own,
            List<ChangedFile> files,
            boolean isTruncated,
            @Nullable Repository git,
            @Nullable GitRefusedException refusal) {}

    /// Asks the session's log alone.
    public ChangeCount count(SessionFacts facts) throws IOException {
        return ChangeCount.of(sessions.of(facts.id(), facts.cwd() == null ? "" : facts.cwd()));
    }

    /// Asks the session's log, and git.
    public ChangesView of(SessionFacts facts, ChangeScope scope) throws IOException {
        var cwd = facts.cwd() == null ? "" : facts.cwd();
        var own = sessions.of(facts.id(), cwd);
        List<ChangedFile> files = scope == ChangeScope.SESSION ? own.files() : List.of();
        Repository repository = null;
        GitRefusedException refusal = null;
        boolean isTruncated = own.isTruncated();
        try {
            var git = new GitChanges(folder(cwd), path, deadline);
            var state = git.state(facts.createdAt(), own.touched());
            repository = new Repository(state, outside(state, own));
            if (scope != ChangeScope.SESSION) {
                var answer = scope == ChangeScope.SINCE ? git.since(state.base()) : git.uncommitted();
                files = workers.errand(facts.id()).read(answer::files);
                isTruncated |= answer.isCut();
            }
        } catch (GitRefusedException refused) {
            refusal = refused;
        }
        var told = new Told(scope, cwd, own, files, isTruncated, repository, refusal);
        return workers.errand(facts.id()).read(() -> ChangesView.of(told));
    }

    private static Path folder(String cwd) {
        try {
            return Path.of(cwd);
        } catch (InvalidPathException odd) {
            return Path.of("");
        }
    }

    private static Set<String> outside(GitChanges.State state, SessionDiff own) {
        var outside = new TreeSet<String>();
        for (var file : state.uncommitted()) {
            if (!own.touched().contains(file.path())) {
                outside.add(file.path());
            }
        }
        return outside;
    }
}
