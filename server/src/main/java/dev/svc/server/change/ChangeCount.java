package dev.svc.server.change;

import dev.svc.server.change.fold.ChangedFile;
import dev.svc.server.change.fold.SessionDiff;

/// How much a session changed, by its own log.
///
/// @param recorded false where the log does not tell it
/// @param unknown commands that may have written
public record ChangeCount(boolean recorded, int files, int additions, int deletions, int unknown, boolean truncated) {

    static ChangeCount of(SessionDiff diff) {
        return new ChangeCount(
                diff.isRecorded(),
                diff.files().size(),
                diff.files().stream().mapToInt(ChangedFile::additions).sum(),
                diff.files().stream().mapToInt(ChangedFile::deletions).sum(),
                diff.unknown().size(),
                diff.isTruncated());
    }
}
