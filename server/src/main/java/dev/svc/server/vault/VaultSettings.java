package dev.svc.server.vault;

import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.Predicate;

/// What is kept.
///
/// @param enabled whether anything is copied; what was copied stays either way
/// @param limit how many bytes all copies may take
/// @param engines programs whose sessions are not copied
/// @param folders sessions that worked in these folders, or below, are not copied
/// @param others whether a session is left out for another reason, such as its project
public record VaultSettings(
        boolean enabled, long limit, Set<EngineKey> engines, Set<Path> folders, Predicate<SessionId> others) {

    public VaultSettings {
        engines = Set.copyOf(engines);
        folders = Set.copyOf(folders);
    }

    boolean excludes(SessionFacts facts) {
        if (engines.contains(facts.id().engine()) || others.test(facts.id())) {
            return true;
        }
        var cwd = facts.cwd();
        if (cwd == null || folders.isEmpty() || cwd.indexOf('\0') >= 0) {
            return false;
        }
        var folder = Path.of(cwd).normalize();
        return folders.stream().anyMatch(folder::startsWith);
    }
}
